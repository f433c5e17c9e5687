/** A guided first round: what the learner has done, and what to explain now. No DOM, no rules. */
import type { LessonStep, View } from '../protocol/types'
import type { LogEntry } from './table'

/** The names of the steps that a seat has done, by the events in the log. */
export function stepsDone(steps: readonly LessonStep[], log: readonly LogEntry[], seat: number): Set<string> {
  const done = new Set<string>()
  let before = ''
  for (const event of log.flatMap((entry) => entry.events)) {
    if (event.seat !== seat) {
      before = ''
      continue
    }
    const found = steps.filter((step) => step.events.includes(event.kind))
    const step = found.find((step) => step.again && before === event.kind) ?? found.find((step) => !step.again)
    if (step) done.add(step.name)
    before = event.kind
  }
  return done
}

/** What to explain: the first step that is possible now and not yet known; otherwise whether to wait or to go on. */
export function nextHint(steps: readonly LessonStep[], view: View, known: ReadonlySet<string>): string {
  if (view.outcome) return 'over'
  const verbs = new Set((view.moves ?? []).map((form) => form.verb))
  if (verbs.size === 0) return 'wait'
  return steps.find((step) => step.verbs.every((verb) => verbs.has(verb)) && !known.has(step.name))?.name ?? 'go'
}
