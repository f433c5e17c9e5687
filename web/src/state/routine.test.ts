import { expect, test } from 'vitest'
import type { View } from '../protocol/types'
import { routineMove } from './routine'

const view = (parts: object) => ({ moves: [{ verb: 'draw', routine: true }], ...parts }) as unknown as View

test('a move without a choice is made by itself', () => {
  expect(routineMove(view({}))).toBe('draw')
})

test('a decision is left to the player', () => {
  const other = { verb: 'lay', choices: [{ kind: 'card', of: ['R11'] }] }
  expect(routineMove(view({ moves: [{ verb: 'draw', routine: true }, other] }))).toBeNull()
  expect(routineMove(view({ moves: [{ verb: 'turn' }] }))).toBeNull()
  expect(routineMove(view({ moves: [] }))).toBeNull()
  expect(routineMove(view({ calls: ['stop'] }))).toBeNull()
  expect(routineMove(view({ outcome: { reason: 'out' } }))).toBeNull()
})
