import { expect, test } from 'vitest'
import type { Shown } from '../protocol/types'
import { listFlights } from './flights'

const event = (more: Partial<Shown>): Shown => ({ kind: 'lay', ...more }) as Shown

test('a card flies from its source to its target', () => {
  expect(listFlights([event({ seat: 2, cards: ['R8'], source: 'hand.2', target: 'rows' })])).toEqual([
    { card: 'R8', from: 'R8', source: 'hand.2', seat: 2, target: 'rows', stops: false },
  ])
})

test('a joker leaves as a joker and arrives as what it stands for', () => {
  const [flight] = listFlights([event({ seat: 0, cards: ['J>B7'], source: 'hand.0', target: 'rows' })])
  expect(flight).toMatchObject({ card: 'B7', from: 'J' })
})

test('what nobody sees flies as backs, a few of them', () => {
  const found = listFlights([event({ kind: 'take', seat: 1, count: 12, source: 'pile', target: 'hand.1' })])
  expect(found.map((flight) => flight.card)).toEqual(['?', '?', '?'])
  expect(listFlights([event({ count: '4-8', source: 'pile', target: 'aside' })])).toHaveLength(3)
})

test('a card that is shown and then won stops on its way', () => {
  const found = listFlights([
    event({ kind: 'reveal', seat: 1, cards: ['R5'], source: 'hand.1' }),
    event({ kind: 'win', seat: 0, cards: ['R5'], target: 'won.0' }),
  ])
  expect(found).toEqual([{ card: 'R5', from: 'R5', source: 'hand.1', seat: 1, target: 'won.0', stops: true }])
})

test('words alone move nothing', () => {
  expect(listFlights([event({ kind: 'ask', seat: 1, cards: ['R5'] })])).toEqual([])
})
