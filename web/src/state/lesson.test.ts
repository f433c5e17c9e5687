import { expect, test } from 'vitest'
import type { LessonStep, Shown, View } from '../protocol/types'
import { isComplete, lessonProgress, nextSentence } from './lesson'
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
  expect(nextSentence(STEPS, view(['put']), known([]))).toBe('put')
  expect(nextSentence(STEPS, view(['put', 'halt']), known(['put']))).toBe('more')
  expect(nextSentence(STEPS, view(['put', 'halt']), known(['put'], 'prize'))).toBe('prize')
  expect(nextSentence(STEPS, view([], ['shout']), known(['put']))).toBe('shout')
  expect(nextSentence(STEPS, view(['put']), known(['put']))).toBe('page.lesson.go')
})

test('while others move, the lesson opens with the game and later says so', () => {
  expect(nextSentence(STEPS, view([], ['shout']), known([]))).toBe('first')
  expect(nextSentence(STEPS, view([]), known(['put']))).toBe('page.lesson.wait')
})

test('a lesson is complete without what is rare', () => {
  const all = ['put', 'more', 'halt', 'shout', 'prize']
  expect(isComplete(STEPS, new Set(all))).toBe(true)
  expect(isComplete(STEPS, new Set(all.slice(1)))).toBe(false)
  expect(nextSentence(STEPS, view(['put']), known(all))).toBe('page.lesson.all')
  expect(nextSentence(STEPS, { ...view([]), outcome: {} } as View, known(all))).toBe('over')
})
