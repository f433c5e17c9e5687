import { expect, test } from 'vitest'
import type { Shown } from '../protocol/types'
import { chooseLines, mergeEvents, recap } from './recap'
import type { LogEntry } from './table'

const lay = (seat: number, ...cards: string[]): Shown => ({ kind: 'lay', seat, cards, source: `hand.${seat}`, target: 'rows' })
const draw = (seat: number, count = 1): Shown => ({ kind: 'draw', seat, count, source: 'stock', target: `hand.${seat}` })
const end = (seat: number): Shown => ({ kind: 'end', seat })
const log = (...moves: Shown[][]): LogEntry[] => moves.map((events, number) => ({ number, at: 0, what: { kind: 'played' }, events }) as unknown as LogEntry)

test('three drawings become one', () => {
  expect(mergeEvents([draw(1), draw(1), draw(1), draw(2)])).toEqual([draw(1, 3), draw(2)])
})

test('cards laid one after another become one, but not over what is decided or what differs', () => {
  expect(mergeEvents([lay(1, 'R5'), lay(1, 'R6')])).toEqual([lay(1, 'R5', 'R6')])
  const decided: Shown = { ...lay(1, 'R1'), moment: { kind: 'row' } }
  expect(mergeEvents([lay(1, 'R2'), decided])).toHaveLength(2)
  expect(mergeEvents([{ ...lay(1, 'R2'), values: { pile: 1 } }, { ...lay(1, 'R3'), values: { pile: 2 } }])).toHaveLength(2)
})

test('a line per player since my last turn, without the ends of turns', () => {
  const lines = recap(log([lay(1, 'Y9')], [lay(0, 'R11')], [end(0)], [draw(1), draw(1)], [lay(2, 'R12')], [lay(2, 'R13')], [end(2)]), 0)
  expect(lines).toEqual([
    { seat: 1, events: [draw(1, 2)] },
    { seat: 2, events: [lay(2, 'R12', 'R13')] },
  ])
})

test('who only passes is told; without room for all, the most important lines stay where they are', () => {
  const won: Shown = { kind: 'win', seat: 3, moment: { kind: 'trick' } }
  const lines = recap(log([lay(0, 'R11')], [{ kind: 'pass', seat: 1 }], [lay(2, 'R12')], [won]), 0)
  const seats = (room: number) => chooseLines(lines, [50, 60, 70], 10, room).map((line) => line.seat)
  expect([200, 199, 140, 139, 70, 69].map(seats)).toEqual([[1, 2, 3], [2, 3], [2, 3], [3], [3], [3]])
})

test('what my own move has decided is told, what I did is not; a deal begins again', () => {
  const won: Shown = { kind: 'win', seat: 2, moment: { kind: 'trick' } }
  expect(recap(log([lay(1, 'R2')], [lay(0, 'R1'), won]), 0)).toEqual([{ seat: 2, events: [won] }])
  const dealt = { number: 9, at: 0, what: { kind: 'dealt', round: 1 }, events: [] } as unknown as LogEntry
  expect(recap([...log([lay(1, 'R2')]), dealt], 0)).toEqual([])
})
