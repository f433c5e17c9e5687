import { describe, expect, it } from 'vitest'
import type { Lobby } from '../protocol/types'
import { emptyTable, type Table } from './table'
import { botSeats, findOwnTakeover, findQuestion } from './takeovers'

const OMA = { seat: 2, person: 'o', name: 'Oma' }

function tableOf(you: string, seats: number[], takeovers: object[]): Table {
  const people = { p: 'Paul', o: 'Oma' }
  const lobby = { started: true, people, seats: [{ person: 'p', name: 'Paul' }, {}, { level: 'random' }], takeovers } as unknown as Lobby
  return { ...emptyTable('t-1', ''), you, seats, lobby }
}

describe('taking over a seat', () => {
  it('is offered to guests without a seat', () => {
    expect(botSeats(tableOf('o', [], []))).toEqual([1, 2])
    expect(botSeats(tableOf('p', [0], []))).toEqual([])
    expect(botSeats(tableOf('x', [], []))).toEqual([])
  })

  it('asks the seated people, once', () => {
    expect(findQuestion(tableOf('p', [0], [OMA]))).toEqual(OMA)
    expect(findQuestion(tableOf('p', [0], [{ ...OMA, answers: { p: false } }]))).toBeUndefined()
    expect(findQuestion(tableOf('x', [], [OMA]))).toBeUndefined()
  })

  it('tells the newcomer to wait', () => {
    expect(findOwnTakeover(tableOf('o', [], [OMA]))).toEqual(OMA)
    expect(findOwnTakeover(tableOf('p', [0], [OMA]))).toBeUndefined()
  })
})
