import { expect, test } from 'vitest'
import type { View, Zone } from '../protocol/types'
import { arrangeZones } from './layout'

const zone = (kind: string, name: string, owner?: number, more: object = {}) => ({ kind, name, owner, ...more }) as Zone
const names = (zones: readonly Zone[]) => zones.map((zone) => zone.name)

const view = (...zones: Zone[]) => ({ seat: 0, zones }) as View

test('rows take the middle, the stock stands beside them', () => {
  const found = arrangeZones(view(zone('rows', 'rows', undefined, { rows: [] }), zone('pile', 'stock', undefined, { pile: {} })))
  expect([names(found.middle), names(found.side), found.wide]).toEqual([['rows'], ['stock'], true])
})

test('cards to choose from leave no room for piles', () => {
  const found = arrangeZones(view(zone('grid', 'grid', undefined, { places: ['?'], columns: 1 }), zone('pile', 'out', undefined, { pile: {} })))
  expect([names(found.middle), names(found.side)]).toEqual([['grid'], ['out']])
})

test('without rows piles are the middle', () => {
  const found = arrangeZones(view(zone('pile', 'middle', undefined, { pile: {} }), zone('pile', 'open.1', 1, { pile: {} })))
  expect([names(found.middle), names(found.of(1)), names(found.own)]).toEqual([['middle'], ['open.1'], []])
})

test('everybody sees the cards to choose from', () => {
  const found = arrangeZones(view(zone('grid', 'fan', 1, { places: ['?'], columns: 1 })))
  expect([names(found.middle), found.of(1)]).toEqual([['fan'], []])
})

test('hands are shown where their cards are known', () => {
  const found = arrangeZones(view(zone('hand', 'hand.0', 0, { cards: ['R1'] }), zone('hand', 'hand.1', 1), zone('hand', 'hand.2', 2, { cards: ['G1'] })))
  expect([names(found.hands), found.of(1), found.of(2), names(found.open)]).toEqual([['hand.0'], [], [], ['hand.2']])
})

test('who looks on has neither hand nor own things', () => {
  const found = arrangeZones({ ...view(zone('hand', 'hand.0', 0, { cards: ['R1'] })), seat: null } as View)
  expect([found.hands, found.own, names(found.open)]).toEqual([[], [], ['hand.0']])
})
