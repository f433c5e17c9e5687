import { expect, it } from 'vitest'
import { noteOf } from './notes'
import { emptyTable, type Table } from './table'

const lobby = { people: { a: 'Paul', b: 'Ben' }, seats: [{ person: 'a', name: 'Paul' }, {}] } as unknown as NonNullable<Table['lobby']>
const table: Table = { ...emptyTable('t', ''), you: 'a', lobby }

it('tells who has come, where they sit, and who has gone', () => {
  expect(noteOf({ kind: 'joined', person: 'c', name: 'Mia' }, table, table)).toMatchObject({ kind: 'watching', name: 'Mia' })
  expect(noteOf({ kind: 'seated', person: 'b', name: 'Ben', seat: 1 }, table, table)).toMatchObject({ kind: 'seated', seat: 1 })
  expect(noteOf({ kind: 'left', person: 'b' }, table, { ...table, lobby: null })).toMatchObject({ kind: 'left', name: 'Ben' })
})

it('shows the words of people without a seat, not those of players', () => {
  expect(noteOf({ kind: 'said', person: 'b', words: 'Hallo' }, table, table)).toMatchObject({ kind: 'said', words: 'Hallo' })
  const seated = { ...table, you: 'b' }
  expect(noteOf({ kind: 'said', person: 'a', words: 'Hallo' }, seated, seated)).toBeNull()
})

it('does not tell people what they did themselves', () => {
  expect(noteOf({ kind: 'seated', person: 'a', name: 'Paul', seat: 0 }, table, table)).toBeNull()
})
