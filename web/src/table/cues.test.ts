import { expect, test } from 'vitest'
import type { Moment, Shown, View } from '../protocol/types'
import { cardCues, momentCue } from './cues'

const view = { zones: [{ name: 'hand.0', kind: 'hand' }, { name: 'hand.1', kind: 'hand' }, { name: 'stock', kind: 'pile' }, { name: 'rows', kind: 'rows' }] } as unknown as View
const event = (more: Partial<Shown>): Shown => ({ kind: 'x', ...more }) as Shown

test('laying, drawing and turning sound differently', () => {
  expect(cardCues([event({ cards: ['R8'], source: 'hand.1', target: 'rows' })], view)).toEqual(['tap'])
  expect(cardCues([event({ cards: ['R8'], source: 'stock', target: 'hand.0' })], view)).toEqual(['slide'])
  expect(cardCues([event({ count: 3, source: 'stock', target: 'hand.1' })], view)).toEqual(['slide'])
  expect(cardCues([event({ cards: ['R8'], source: 'stock', target: 'rows' })], view)).toEqual(['flick'])
})

test('words alone make no sound', () => {
  expect(cardCues([event({ seat: 1 })], view)).toEqual([])
})

test('cards that go the same way sound once, and never many', () => {
  const lay = (card: string) => event({ cards: [card], source: 'hand.1', target: 'rows' })
  const draw = (card: string) => event({ cards: [card], source: 'stock', target: 'hand.0' })
  expect(cardCues([lay('R1'), lay('R2')], view)).toEqual(['tap'])
  expect(cardCues([lay('R1'), draw('R2'), lay('R3'), draw('R4'), lay('R5')], view)).toEqual(['tap', 'slide', 'tap'])
})

test('a call knocks, a miss is low, the counting at the end is quiet', () => {
  expect((['call', 'miss', 'row', 'count'] as Moment['kind'][]).map((kind) => momentCue({ kind }))).toEqual(['call', 'bad', 'good', null])
})
