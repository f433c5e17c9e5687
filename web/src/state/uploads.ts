/** Matches that were played on this device without a connection, on their way into the history of the server. */
import type { Database } from '../engine/database'
import type { PlayedMatch, PlayedSeat, Summary } from '../protocol/types'
import type { Message } from '../texts/texts'

export interface UnsentMatch {
  table: string
  at: number
  seats: PlayedSeat[]
}

/** The way of a match: its record comes from the engine and goes to the server. Both throw what they refuse. */
export interface UploadPath {
  getRecord(table: string): Promise<string>
  send(played: PlayedMatch): Promise<unknown>
}

export interface UploadRefusal extends Error {
  reason: Message
  status: number
}

/** The listing of a table, as the engine stores it. */
interface ListingRow {
  key: string
  people: string[]
  data: string
}

const SENT = 'sent:'
const TABLE = 't-'

/** The finished matches that nobody has uploaded or wants to stay here, the oldest first. */
export async function findUnsent(database: Pick<Database, 'read'>): Promise<UnsentMatch[]> {
  const [listings, settings] = JSON.parse(await database.read(JSON.stringify([{ store: 'listings' }, { store: 'settings' }]))) as [ListingRow[], { key: string }[]]
  const sent = new Set(settings.map((row) => row.key))
  return listings
    .filter((row) => row.key.startsWith(TABLE) && row.people.length && !sent.has(SENT + row.key))
    .map((row) => parseSummary(row.data))
    .filter((summary) => summary.over && !summary.imported)
    .map((summary) => ({ table: summary.table, at: summary.changed ?? 0, seats: summary.seats.map((name, seat) => describeSeat(name, summary.levels?.[seat])) }))
    .sort((a, b) => a.at - b.at)
}

const describeSeat = (name: string | null, level?: string): PlayedSeat => (level ? { level } : name ? { name } : {})

function parseSummary(data: string): Summary {
  return JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)))) as Summary
}

/** Remember that matches need not be uploaded any more. */
export async function markSent(database: Pick<Database, 'write'>, tables: readonly string[]): Promise<void> {
  const error = await database.write(JSON.stringify(tables.map((table) => ({ type: 'replace', store: 'settings', row: { key: SENT + table, value: '' } }))))
  if (error) throw new Error(error)
}

/** Upload matches one after another; returns why some were refused. What was uploaded is marked at once: it is not lost if the rest fails. */
export async function upload(
  matches: readonly UnsentMatch[],
  name: string,
  path: UploadPath,
  database: Pick<Database, 'write'>,
  onSent: (count: number) => void,
): Promise<Message[]> {
  const refusals: Message[] = []
  for (const [index, match] of matches.entries()) {
    try {
      await path.send({ record: await path.getRecord(match.table), name, seats: match.seats, at: match.at })
      await markSent(database, [match.table])
      onSent(index + 1 - refusals.length)
    } catch (error) {
      const { reason, status } = error as UploadRefusal
      if (!reason) throw error
      refusals.push(reason)
      if (isPassing(status)) break
    }
  }
  return refusals
}

/** Whether a refusal is about the moment, not about the match: no connection, too much at once, a server that stops. */
const isPassing = (status: number): boolean => status === 0 || status === 401 || status === 429 || status >= 500
