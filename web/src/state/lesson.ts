/** A guided first round: what has been done of what there is to do, and what to say now. No DOM, no rules. */
import type { LogLine } from './table'
import type { View } from '../protocol/types'

/** The kinds of moves of a first round, in the order they usually come. */
export const STEPS = ['lay', 'more', 'end', 'draw'] as const
export type Step = (typeof STEPS)[number]

/** What a seat has done so far, by what the table showed of it. */
export function done(log: readonly LogLine[], seat: number): Set<Step> {
  const found = new Set<Step>()
  let laid = false
  for (const event of log.flatMap((line) => line.shown)) {
    if (event.seat !== seat) laid = false
    else if (event.kind === 'lay') {
      found.add(laid ? 'more' : 'lay')
      laid = true
    } else {
      laid = false
      if (event.kind.startsWith('draw')) found.add('draw')
      if (event.kind === 'end') found.add('end')
    }
  }
  return found
}

/** What to explain: the first thing that can be done now and has not been done; otherwise how things stand. */
export function hint(view: View, known: ReadonlySet<Step>): Step | 'wait' | 'go' | 'over' {
  if (view.outcome) return 'over'
  const verbs = new Set((view.moves ?? []).map((form) => form.verb))
  if (verbs.size === 0) return 'wait'
  const more = verbs.has('lay') && verbs.has('end')
  const possible: Record<Step, boolean> = { lay: verbs.has('lay'), more, end: verbs.has('end'), draw: verbs.has('draw') }
  return STEPS.find((step) => possible[step] && !known.has(step)) ?? 'go'
}
