import { beforeEach, expect, test } from 'vitest'
import type { PlayedMatch } from '../protocol/types'
import { findUnsent, markSent, upload, type UploadPath } from './uploads'

const row = (table: string, changed: number, more: object = {}, people = ['me']) => ({
  key: table,
  people,
  data: btoa(unescape(encodeURIComponent(JSON.stringify({ table, game: 'any', seats: ['Ürsel', '', null], levels: ['', 'solid', ''], over: true, changed, ...more })))),
})

let settings: { key: string; value: string }[]
let listings: object[]
let sent: PlayedMatch[]
/** The answer to the upload of a record: a status that refuses it. */
let refused: Record<string, number>

const database = {
  read: async () => JSON.stringify([listings, settings]),
  write: async (steps: string) => {
    for (const { row } of JSON.parse(steps)) settings.push(row)
    return ''
  },
}

const path: UploadPath = {
  getRecord: async (table) => `record of ${table}`,
  send: async (played) => {
    const status = refused[played.record]
    if (status !== undefined) throw Object.assign(new Error(), { reason: { key: `error.${status}` }, status })
    sent.push(played)
  },
}

beforeEach(() => {
  settings = [{ key: 'secret', value: 'x' }]
  listings = [row('t-b', 2), row('t-a', 1), row('t-runs', 3, { over: false }), row('t-taken', 4, { imported: true }), row('t-gone', 5, {}, []), row('c-circle', 6)]
  sent = []
  refused = {}
})

test('only finished matches of this device are found, the oldest first, with those who played', async () => {
  const found = await findUnsent(database)
  expect(found.map((match) => match.table)).toEqual(['t-a', 't-b'])
  expect(found[0]).toEqual({ table: 't-a', at: 1, seats: [{ name: 'Ürsel' }, { level: 'solid' }, {}] })
})

test('what was uploaded is not found again', async () => {
  const counts: number[] = []
  expect(await upload(await findUnsent(database), 'Paul', path, database, (count) => counts.push(count))).toEqual([])
  expect(sent).toEqual([
    { record: 'record of t-a', name: 'Paul', seats: [{ name: 'Ürsel' }, { level: 'solid' }, {}], at: 1 },
    { record: 'record of t-b', name: 'Paul', seats: [{ name: 'Ürsel' }, { level: 'solid' }, {}], at: 2 },
  ])
  expect(counts).toEqual([1, 2])
  expect(await findUnsent(database)).toEqual([])
})

test('a match that is refused stays, and the others go', async () => {
  refused['record of t-a'] = 400
  expect(await upload(await findUnsent(database), 'Paul', path, database, () => {})).toEqual([{ key: 'error.400' }])
  expect((await findUnsent(database)).map((match) => match.table)).toEqual(['t-a'])
})

test.each([0, 401, 429, 503])('a server that refuses everything for now (%d) is asked once; nothing is lost', async (status) => {
  refused['record of t-a'] = status
  expect(await upload(await findUnsent(database), 'Paul', path, database, () => {})).toHaveLength(1)
  expect(sent).toEqual([])
  expect(await findUnsent(database)).toHaveLength(2)
})

test('matches that are to stay here are not offered again', async () => {
  await markSent(database, ['t-a', 't-b'])
  expect(await findUnsent(database)).toEqual([])
})

test('a device that cannot remember says so', async () => {
  await expect(markSent({ write: async () => 'QuotaExceededError' }, ['t-a'])).rejects.toThrow('QuotaExceededError')
})
