import { expect, test } from 'vitest'
import type { MatchView } from '../protocol/types'
import { ranking, winners } from './ending'

const outcome = { reason: 'out', points: [21, 0], places: [2, 1] }
const view = { zones: [{ kind: 'hand', name: 'hand.0', owner: 0, cards: ['Y19', 'G2'], count: 2 }], outcome }
const match = { round: 0, rounds: 2, sheet: [[21, 0]], totals: [21, 0], view } as unknown as MatchView

test('the players are ranked by their places, with what was left in their hands', () => {
  expect(ranking(match)).toEqual([
    { seat: 1, place: 1, points: 0, cards: [] },
    { seat: 0, place: 2, points: 21, cards: ['Y19', 'G2'] },
  ])
})

test('at the end of a match its places count', () => {
  const over = { ...match, outcome: { reason: 'rounds', points: [3, 9], places: [1, 2] } } as unknown as MatchView
  expect(winners(over)).toEqual([0])
  expect(ranking(over).map(({ seat, points }) => [seat, points])).toEqual([[0, 3], [1, 9]])
})
