import { expect, test } from 'vitest'
import type { LessonStep, Shown, View } from '../protocol/types'
import { nextHint, stepsDone } from './lesson'
import type { LogEntry } from './table'

const STEPS: LessonStep[] = [
  { name: 'lay', verbs: ['lay'], events: ['lay'] },
  { name: 'more', verbs: ['lay', 'end'], events: ['lay'], again: true },
  { name: 'end', verbs: ['end'], events: ['end'] },
  { name: 'draw', verbs: ['draw'], events: ['draw', 'draw-lay'] },
]
const log = (...kinds: [number, string][]) =>
  kinds.map(([seat, kind]) => ({ events: [{ kind, seat } as Shown] }) as LogEntry)
const view = (...verbs: string[]) => ({ moves: verbs.map((verb) => ({ verb })) }) as View

test('a second card in the same turn is another step', () => {
  expect([...stepsDone(STEPS, log([0, 'lay'], [0, 'end'], [1, 'lay'], [0, 'lay']), 0)]).toEqual(['lay', 'end'])
  expect([...stepsDone(STEPS, log([0, 'lay'], [0, 'lay']), 0)]).toEqual(['lay', 'more'])
})

test('drawing counts whether or not the card fits; what others do does not', () => {
  expect([...stepsDone(STEPS, log([0, 'draw-lay'], [1, 'end']), 0)]).toEqual(['draw'])
})

test('the hint is about something new that is possible now', () => {
  const known = new Set(['lay'])
  expect(nextHint(STEPS, view('lay'), new Set())).toBe('lay')
  expect(nextHint(STEPS, view('lay', 'end'), known)).toBe('more')
  expect(nextHint(STEPS, view('end'), known)).toBe('end')
  expect(nextHint(STEPS, view('draw'), known)).toBe('draw')
  expect(nextHint(STEPS, view('lay'), known)).toBe('go')
  expect(nextHint(STEPS, view(), known)).toBe('wait')
})
