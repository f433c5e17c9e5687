/** Short, quiet sounds of paper, wood and a bell, made by the browser: no file is loaded. */
import type { Moment, Shown, View } from '../protocol/types'
import { preferences } from '../state/preferences.svelte'
import { cardCues, momentCue, type Cue } from './cues'

const VOLUME = 0.8
const CUE_SECONDS = 0.09
/** A knock waits until the card has been heard. */
const KNOCK_SECONDS = 0.2

let context: AudioContext | null = null
let output: AudioNode | null = null

/** Where sounds go; null while they are switched off, nobody sees the page, or the browser does not allow any. */
function speaker(): { context: AudioContext; output: AudioNode } | null {
  if (!preferences.sound || document.hidden || !wasTouched()) return null
  try {
    context ??= new AudioContext()
    void context.resume()
    output ??= makeOutput(context)
    return { context, output }
  } catch {
    return null // no sound here
  }
}

/** One volume for all, and nothing gets loud when several sounds meet. */
function makeOutput(made: AudioContext): AudioNode {
  const volume = made.createGain()
  volume.gain.value = VOLUME
  volume.connect(made.createDynamicsCompressor()).connect(made.destination)
  return volume
}

/** A browser lets a page make sounds and vibrate only after a touch. */
function wasTouched(): boolean {
  return navigator.userActivation?.hasBeenActive ?? true
}

interface Stroke {
  /** When it begins, in seconds from now. */
  after?: number
  loud: number
  seconds: number
  /** How long it takes to become loud. */
  attack?: number
}

function envelope(made: AudioContext, to: AudioNode, begin: number, { loud, seconds, attack = 0.002 }: Stroke): GainNode {
  const gain = made.createGain()
  gain.gain.setValueAtTime(0.0001, begin)
  gain.gain.linearRampToValueAtTime(loud, begin + attack)
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + seconds)
  gain.connect(to)
  return gain
}

/** Rustle: noise in a band that moves from one frequency to another. */
function paper(from: number, to: number, stroke: Stroke): void {
  const found = speaker()
  if (!found) return
  const { context: made, output: end } = found
  const begin = made.currentTime + (stroke.after ?? 0)
  const buffer = made.createBuffer(1, Math.ceil(made.sampleRate * stroke.seconds), made.sampleRate)
  const samples = buffer.getChannelData(0)
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1
  const noise = made.createBufferSource()
  noise.buffer = buffer
  const band = made.createBiquadFilter()
  band.type = 'bandpass'
  band.Q.value = 0.8
  band.frequency.setValueAtTime(from, begin)
  band.frequency.exponentialRampToValueAtTime(to, begin + stroke.seconds)
  noise.connect(band).connect(envelope(made, end, begin, stroke))
  noise.start(begin)
}

function tone(frequency: number, stroke: Stroke, type: OscillatorType = 'sine', falls = 1): void {
  const found = speaker()
  if (!found) return
  const { context: made, output: end } = found
  const begin = made.currentTime + (stroke.after ?? 0)
  const oscillator = made.createOscillator()
  oscillator.type = type
  oscillator.frequency.setValueAtTime(frequency, begin)
  oscillator.frequency.exponentialRampToValueAtTime(frequency * falls, begin + stroke.seconds)
  oscillator.connect(envelope(made, end, begin, stroke))
  oscillator.start(begin)
  oscillator.stop(begin + stroke.seconds)
}

const knock = (frequency: number, loud: number, after = 0) => tone(frequency, { loud, seconds: 0.1, after }, 'triangle', 0.7)

/** A bell: a note and the high partial that makes it metal. */
function bell(frequency: number, loud: number, seconds: number, after = 0): void {
  tone(frequency, { loud, seconds, after })
  tone(frequency * 2.76, { loud: loud / 4, seconds: seconds / 3, after })
}

const CUES: Record<Cue, (after: number) => void> = {
  tap(after) {
    paper(1800, 700, { loud: 0.9, seconds: 0.08, after })
    knock(130, 0.3, after)
  },
  slide: (after) => paper(1100, 3400, { loud: 0.4, seconds: 0.16, attack: 0.05, after }),
  flick(after) {
    paper(2600, 4200, { loud: 0.24, seconds: 0.07, after })
    paper(1500, 800, { loud: 0.36, seconds: 0.06, after: after + 0.08 })
  },
  call(after) {
    knock(520, 0.3, after)
    knock(700, 0.26, after + 0.1)
  },
  good: (after) => bell(1047, 0.14, 0.7, after),
  bad: (after) => knock(110, 0.6, after),
}

/** Let the cards be heard that some events have moved. */
export function playEvents(events: readonly Shown[], view: View): void {
  cardCues(events, view).forEach((cue, at) => CUES[cue](at * CUE_SECONDS))
}

/** Let be heard what is decided. */
export function playMoment(moment: Moment): void {
  const cue = momentCue(moment)
  if (cue) CUES[cue](0)
}

/** A knock on wood: it is your turn. */
export function playTurn(): void {
  knock(190, 0.26, KNOCK_SECONDS)
  knock(240, 0.22, KNOCK_SECONDS + 0.11)
}

/** A bell: a round is over; three, if you have won it. */
export function playEnd(won: boolean): void {
  const notes = won ? [784, 1047, 1319] : [784]
  notes.forEach((note, at) => bell(note, 0.12, 1.1, at * 0.12))
}

/** Two notes upwards: somebody has come. */
export function playArrival(): void {
  bell(523, 0.1, 0.3)
  bell(784, 0.1, 0.45, 0.13)
}

export function vibrate(): void {
  if (preferences.vibration && 'vibrate' in navigator && wasTouched()) navigator.vibrate(60)
}
