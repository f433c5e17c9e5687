import { expect, test } from 'vitest'
import type { LessonStep, Shown, View } from '../protocol/types'
import { isComplete, lessonProgress, nextSentences } from './lesson'
import type { LogEntry } from './table'

const STEPS: LessonStep[] = [
  { name: 'put', verbs: ['put'], events: ['put'] },
  { name: 'more', verbs: ['put', 'halt'], events: ['put'], again: true },
  { name: 'halt', verbs: ['halt'], events: ['halt'] },
  { name: 'shout', verbs: ['shout'], events: ['shout'], anyone: true },
  { name: 'prize', events: ['prize'] },
  { name: 'odd', events: ['odd'], rare: true },
]
const log = (...entries: [number, string][][]) =>
  entries.map((events) => ({ events: events.map(([seat, kind]) => ({ kind, seat }) as Shown) }) as LogEntry)
const view = (verbs: string[], calls: string[] = []) => ({ moves: verbs.map((verb) => ({ verb })), calls }) as unknown as View
const done = (...entries: [number, string][][]) => [...lessonProgress(STEPS, log(...entries), 0).done]
const sentence = (shown: View, progress: ReturnType<typeof known>) => nextSentences(STEPS, shown, progress).join(' ')
const known = (names: string[], fresh = '') => ({ done: new Set(names), fresh })

test('a second card in the same turn is another step', () => {
  expect(done([[0, 'put']], [[0, 'halt']], [[1, 'put']], [[0, 'put']])).toEqual(['put', 'halt'])
  expect(done([[0, 'put']], [[0, 'put']])).toEqual(['put', 'more'])
})

test('moves of others do not count, but their calls and what happens to them do', () => {
  expect(done([[1, 'put']], [[1, 'shout']], [[2, 'prize']])).toEqual(['shout', 'prize'])
})

test('something to watch is explained until the next move of the learner, and only once', () => {
  const progress = (...entries: [number, string][][]) => lessonProgress(STEPS, log(...entries), 0)
  expect(progress([[0, 'put'], [0, 'prize']]).fresh).toBe('prize')
  expect(progress([[0, 'put'], [0, 'prize']], [[1, 'put']]).fresh).toBe('prize')
  expect(progress([[0, 'put'], [0, 'prize']], [[0, 'put']]).fresh).toBe('')
  expect(progress([[0, 'put'], [0, 'prize']], [[0, 'put'], [0, 'prize']]).fresh).toBe('')
})

test('the sentence is about what has just happened, else about something new that is possible now', () => {
  expect(sentence(view(['put']), known([]))).toBe('put')
  expect(sentence(view(['put', 'halt']), known(['put']))).toBe('more')
  expect(sentence(view(['put', 'halt']), known(['put'], 'prize'))).toBe('prize')
  expect(sentence(view([], ['shout']), known(['put']))).toBe('shout')
  expect(sentence(view(['put']), known(['put']))).toBe('page.lesson.go')
})

test('while others move, the lesson opens with the game and later says so', () => {
  expect(sentence(view([], ['shout']), known([]))).toBe('first')
  expect(sentence(view([]), known(['put']))).toBe('page.lesson.wait')
})

test('a lesson is complete without what is rare', () => {
  const all = ['put', 'more', 'halt', 'shout', 'prize']
  expect(isComplete(STEPS, new Set(all))).toBe(true)
  expect(isComplete(STEPS, new Set(all.slice(1)))).toBe(false)
  expect(sentence(view(['put']), known(all))).toBe('page.lesson.all')
  expect(sentence({ ...view([]), outcome: {} } as View, known(all))).toBe('over')
})

test('a step that is done several times is learned after the last one', () => {
  const often: LessonStep[] = [{ name: 'put', verbs: ['put'], events: ['put'], times: 3 }]
  const after = (times: number) => [...lessonProgress(often, log(...Array<[number, string][]>(times).fill([[0, 'put']])), 0).done]
  expect(after(2)).toEqual([])
  expect(after(3)).toEqual(['put'])
})

test('what is decided with the end of the round is explained before it', () => {
  expect(sentence({ ...view([]), outcome: {} } as View, known(['put'], 'prize'))).toBe('prize over')
})
