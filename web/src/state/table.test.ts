import { expect, test } from 'vitest'
import type { Answer } from '../protocol/types'
import { actingSeats, applyAnswer, emptyTable, inCharge, MAX_LOG_ENTRIES, type Table } from './table'

const LOBBY = { table: 't-1', people: { p1: 'Vera' }, seats: [{ person: 'p1', name: 'Vera' }, { level: 'solid' }], in_charge: 'p1' }
const view = (...acting: number[]) => ({ view: { players: [0, 1].map((seat) => ({ seat, acts: acting.includes(seat) })) } })
const snapshot = { type: 'table', number: 7, you: 'p1', seat: 0, seats: [0], lobby: LOBBY, view: view(0), key: 'k' } as unknown as Answer
const event = (more: object) => ({ type: 'event', number: 8, at: 1, what: { kind: 'played' }, ...more }) as unknown as Answer

const after = (...answers: Answer[]): Table => answers.reduce(applyAnswer, emptyTable('t-1', ''))

test('a snapshot is everything there is to know', () => {
  const table = after(snapshot)
  expect([table.number, table.seat, table.seats, table.key]).toEqual([7, 0, [0], 'k'])
  expect(inCharge(table)).toBe(true)
  expect(actingSeats(table)).toEqual([0])
})

test('an event brings a new position and a line for the log', () => {
  const table = after(snapshot, event({ view: view(1), shown: [{ kind: 'lay', seat: 0 }] }))
  expect([table.number, actingSeats(table), table.log.length]).toEqual([8, [], 1])
})

test('an event without a position keeps the last one; a new deal takes it away', () => {
  expect(after(snapshot, event({ what: { kind: 'said', person: 'p1' } })).view).not.toBeNull()
  expect(after(snapshot, event({ what: { kind: 'dealt', round: 1 } })).view).toBeNull()
})

test('who sits where follows the lobby', () => {
  const lobby = { ...LOBBY, seats: [{ level: 'solid' }, { person: 'p1', name: 'Vera' }] }
  expect(after(snapshot, event({ lobby })).seats).toEqual([1])
})

test('the log has a limit', () => {
  const many = Array.from({ length: MAX_LOG_ENTRIES + 5 }, (_, number) => event({ number: number + 8 }))
  expect(after(snapshot, ...many).log).toHaveLength(MAX_LOG_ENTRIES)
})

test('being sent away and a closing server are noticed', () => {
  expect(after({ type: 'dismissed' } as Answer).dismissed).toBe(true)
  expect(after({ type: 'closing', seconds: 2 } as Answer).closing).toBe(2)
})
