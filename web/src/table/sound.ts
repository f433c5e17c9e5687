/** Short, quiet sounds, made by the browser: no file is loaded. */
import { preferences } from '../state/preferences.svelte'

let context: AudioContext | null = null

function audio(): AudioContext | null {
  if (!preferences.sound || document.hidden || !wasTouched()) return null
  try {
    context ??= new AudioContext()
    void context.resume()
    return context
  } catch {
    return null // no sound here
  }
}

/** A browser lets a page make sounds and vibrate only after a touch. */
function wasTouched(): boolean {
  return navigator.userActivation?.hasBeenActive ?? true
}

function envelope(sound: AudioContext, loud: number, seconds: number): GainNode {
  const gain = sound.createGain()
  gain.gain.setValueAtTime(loud, sound.currentTime)
  gain.gain.exponentialRampToValueAtTime(0.0001, sound.currentTime + seconds)
  gain.connect(sound.destination)
  return gain
}

/** A card on paper. */
export function playCard(): void {
  const sound = audio()
  if (!sound) return
  const length = Math.floor(sound.sampleRate * 0.07)
  const buffer = sound.createBuffer(1, length, sound.sampleRate)
  const samples = buffer.getChannelData(0)
  for (let at = 0; at < length; at++) samples[at] = (Math.random() * 2 - 1) * (1 - at / length) ** 2
  const noise = sound.createBufferSource()
  noise.buffer = buffer
  const filter = sound.createBiquadFilter()
  filter.type = 'bandpass'
  filter.frequency.value = 2600
  noise.connect(filter).connect(envelope(sound, 0.16, 0.08))
  noise.start()
}

function tone(frequency: number, loud: number, seconds: number, type: OscillatorType): void {
  const sound = audio()
  if (!sound) return
  const oscillator = sound.createOscillator()
  oscillator.type = type
  oscillator.frequency.value = frequency
  oscillator.connect(envelope(sound, loud, seconds))
  oscillator.start()
  oscillator.stop(sound.currentTime + seconds)
}

/** A knock on wood: it is your turn. */
export function playTurn(): void {
  tone(190, 0.25, 0.09, 'triangle')
  window.setTimeout(() => tone(240, 0.2, 0.08, 'triangle'), 110)
}

/** A bell: a round is over. */
export function playEnd(): void {
  tone(880, 0.12, 0.9, 'sine')
  window.setTimeout(() => tone(1318, 0.08, 1.1, 'sine'), 90)
}

/** Two notes upwards: somebody has come. */
export function playArrival(): void {
  tone(523, 0.12, 0.25, 'sine')
  window.setTimeout(() => tone(784, 0.12, 0.4, 'sine'), 130)
}

export function vibrate(): void {
  if (preferences.vibration && 'vibrate' in navigator && wasTouched()) navigator.vibrate(60)
}
