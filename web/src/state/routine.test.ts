import { expect, test } from 'vitest'
import type { View } from '../protocol/types'
import { routineMove } from './routine'

const view = (parts: object) => ({ moves: [{ verb: 'draw', routine: true }], ...parts }) as unknown as View
const lay = (...of: string[]) => ({ verb: 'lay', routine: true, choices: [{ kind: 'card', zone: 'hand.0', of }] })

test('a move without a choice is made by itself', () => {
  expect(routineMove(view({}))).toEqual({ verb: 'draw', values: {}, move: 'draw' })
  expect(routineMove(view({ moves: [lay('R12')] }))).toEqual({ verb: 'lay', values: { card: 'R12' }, move: 'lay R12' })
})

test('a decision is left to the player', () => {
  expect(routineMove(view({ moves: [{ verb: 'draw', routine: true }, lay('R11')] }))).toBeNull()
  expect(routineMove(view({ moves: [lay('R10', 'R12')] }))).toBeNull()
  expect(routineMove(view({ moves: [{ ...lay('R10'), routine: false }] }))).toBeNull()
  expect(routineMove(view({ moves: [{ verb: 'guess', routine: true, choices: [{ kind: 'number', low: 3, high: 9 }] }] }))).toBeNull()
  expect(routineMove(view({ moves: [{ verb: 'turn' }] }))).toBeNull()
  expect(routineMove(view({ moves: [] }))).toBeNull()
  expect(routineMove(view({ calls: ['stop'] }))).toBeNull()
  expect(routineMove(view({ outcome: { reason: 'out' } }))).toBeNull()
})
