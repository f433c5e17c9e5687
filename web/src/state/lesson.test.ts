import { expect, test } from 'vitest'
import type { Shown, View } from '../protocol/types'
import { done, hint, type Step } from './lesson'
import type { LogLine } from './table'

const log = (...kinds: [number, string][]) =>
  kinds.map(([seat, kind]) => ({ shown: [{ kind, seat } as Shown] }) as LogLine)
const view = (...verbs: string[]) => ({ moves: verbs.map((verb) => ({ verb })) }) as View

test('a second card in the same turn is another step', () => {
  expect([...done(log([0, 'lay'], [0, 'end'], [1, 'lay'], [0, 'lay']), 0)]).toEqual(['lay', 'end'])
  expect([...done(log([0, 'lay'], [0, 'lay']), 0)]).toEqual(['lay', 'more'])
})

test('drawing counts whether or not the card fits; what others do does not', () => {
  expect([...done(log([0, 'draw-lay'], [1, 'end']), 0)]).toEqual(['draw'])
})

test('the hint is about something new that goes now', () => {
  const known = new Set<Step>(['lay'])
  expect(hint(view('lay'), new Set())).toBe('lay')
  expect(hint(view('lay', 'end'), known)).toBe('more')
  expect(hint(view('end'), known)).toBe('end')
  expect(hint(view('draw'), known)).toBe('draw')
  expect(hint(view('lay'), known)).toBe('go')
  expect(hint(view(), known)).toBe('wait')
})
