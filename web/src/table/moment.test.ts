import { expect, test } from 'vitest'
import type { Moment } from '../protocol/types'
import { fitCards, stageCards, standings } from './moment'

test('cards are as large as the room allows', () => {
  expect(fitCards(2, { width: 340, height: 300 }, 28, 240)).toEqual({ columns: 2, width: 165 })
  expect(fitCards(2, { width: 1200, height: 900 }, 28, 240).width).toBe(240)
})

test('eight cards are at least 72 pixels wide on a phone, upright and sideways', () => {
  expect(fitCards(8, { width: 340, height: 360 }, 28, 240).width).toBeGreaterThanOrEqual(72)
  expect(fitCards(8, { width: 640, height: 150 }, 28, 240).width).toBeGreaterThanOrEqual(70)
})

test('cards of different players name them and mark the winner', () => {
  const moment: Moment = { kind: 'trick', cards: [{ card: 'R9', seat: 0 }, { card: 'Y3', seat: 1 }], winners: [0] }
  expect(stageCards(moment)).toEqual([
    { card: 'R9', seat: 0, won: true, said: null },
    { card: 'Y3', seat: 1, won: false, said: null },
  ])
})

test('cards of one player or of the table need no name', () => {
  expect(stageCards({ kind: 'pair', cards: [{ card: 'R9' }, { card: 'Y9' }], winners: [1] }).map(({ seat }) => seat)).toEqual([null, null])
})

test('a guess has its distance from the figure', () => {
  const moment: Moment = { kind: 'nearest', cards: [{ card: 'R9', seat: 0 }, { card: 'Y3', seat: 1 }], figure: 12, figures: [10, 12], winners: [1] }
  expect(stageCards(moment).map(({ said }) => said)).toEqual([{ number: 10, distance: 2 }, { number: 12, distance: 0 }])
  expect(standings(moment)).toEqual([])
})

test('of many cards the last eight are shown', () => {
  const cards = Array.from({ length: 9 }, (_, at) => ({ card: `R${at + 1}`, seat: 2 }))
  expect(stageCards({ kind: 'count', cards, figures: [4, 5, 45] }).map(({ card }) => card)).toEqual(['R2', 'R3', 'R4', 'R5', 'R6', 'R7', 'R8', 'R9'])
  expect(standings({ kind: 'count', cards, figures: [4, 5, 45] })).toEqual([4, 5, 45])
})
