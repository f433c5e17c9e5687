/** Which sounds events make. A sound follows from where cards go and what is decided, never from the game. No DOM. */
import type { Moment, Shown, View } from '../protocol/types'
import { listFlights, type Flight } from './flights'

/** A card is laid, drawn or turned up, somebody calls, something good, something bad. */
export type Cue = 'tap' | 'slide' | 'flick' | 'call' | 'good' | 'bad'

const MAX_CUES = 3

const MOMENT_CUES: Partial<Record<Moment['kind'], Cue>> = {
  trick: 'good',
  nearest: 'good',
  challenge: 'call',
  set: 'good',
  call: 'call',
  pair: 'good',
  miss: 'bad',
  last: 'bad',
  row: 'good',
  reward: 'good',
}

/** The sound of a moment on the stage; the counting at the end has that of the end. */
export function momentCue(moment: Moment): Cue | null {
  return MOMENT_CUES[moment.kind] ?? null
}

/** The sounds of the cards that some events move, in order; several cards that go the same way sound once. */
export function cardCues(events: readonly Shown[], view: View): Cue[] {
  const cues = listFlights(events).map((flight) => flightCue(flight, view))
  return cues.filter((cue, at) => cue !== cues[at - 1]).slice(0, MAX_CUES)
}

function flightCue({ card, source, target }: Flight, view: View): Cue {
  const kindOf = (name: string) => view.zones.find((zone) => zone.name === name)?.kind
  if (kindOf(target) === 'hand') return 'slide'
  return card !== '?' && kindOf(source) === 'pile' ? 'flick' : 'tap'
}
