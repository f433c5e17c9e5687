/** A guided first round: what the learner has learned, and what to explain now. No DOM, no rules. */
import type { GameEntry, LessonStep, Shown, View } from '../protocol/types'
import type { Texts } from '../texts/texts'
import type { LogEntry } from './table'

export interface Progress {
  /** The names of the steps that are done. */
  done: Set<string>
  /** Something to watch that has happened for the first time since the learner's last move. */
  fresh: string
}

/** What a seat has learned, by the events in the log. */
export function lessonProgress(steps: readonly LessonStep[], log: readonly LogEntry[], seat: number): Progress {
  const seen = new Map<string, number>()
  const done = new Set<string>()
  let [fresh, before] = ['', '']
  for (const { events } of log) {
    if (events[0]?.seat === seat) fresh = ''
    for (const event of events) {
      const own = event.seat === seat
      const step = finishedStep(steps, event, own, before)
      if (step && !step.verbs?.length && !done.has(step.name)) fresh = step.name
      if (step) {
        const times = (seen.get(step.name) ?? 0) + 1
        seen.set(step.name, times)
        if (times >= (step.times ?? 1)) done.add(step.name)
      }
      before = own ? event.kind : ''
    }
  }
  return { done, fresh }
}

/** The step that an event finishes: a move of the learner, or something to watch. */
function finishedStep(steps: readonly LessonStep[], event: Shown, own: boolean, before: string): LessonStep | undefined {
  const found = steps.filter((step) => step.events.includes(event.kind) && (own || step.anyone || !step.verbs?.length))
  return found.find((step) => step.again && before === event.kind) ?? found.find((step) => !step.again)
}

/** Whether a learner has met everything that every learner meets. */
export function isComplete(steps: readonly LessonStep[], done: ReadonlySet<string>): boolean {
  return steps.every((step) => step.rare || done.has(step.name))
}

/**
 * What to say: the names of steps; `first` and `over` of the game; or, for every game alike, `page.lesson.wait` while the
 * others move, `page.lesson.all` when everything is learned, else `page.lesson.go`. What has just happened comes before
 * the end of the round.
 */
export function nextSentences(steps: readonly LessonStep[], view: View, { done, fresh }: Progress): string[] {
  if (view.outcome) return fresh ? [fresh, 'over'] : ['over']
  return [fresh || nextStep(steps, view, done)]
}

function nextStep(steps: readonly LessonStep[], view: View, done: ReadonlySet<string>): string {
  const forms = (view.moves ?? []).map((form) => form.verb)
  const offered = new Set([...forms, ...(view.calls ?? [])])
  const possible = steps.find((step) => step.verbs?.length && step.verbs.every((verb) => offered.has(verb)) && !done.has(step.name))
  if (possible && (forms.length || done.size)) return possible.name
  if (!forms.length && done.size === 0) return 'first'
  if (isComplete(steps, done)) return 'page.lesson.all'
  return forms.length ? 'page.lesson.go' : 'page.lesson.wait'
}

/** A sentence of a lesson in words: the game's own, or that of its family. */
export function lessonText(name: string, { id, texts: family }: GameEntry, texts: Texts): string {
  if (name.startsWith('page.')) return texts.text(name)
  const own = `${id}.lesson.${name}`
  return texts.text(texts.has(own) ? own : `${family}.lesson.${name}`)
}
