/** Short notes for everybody at a table: who has come or gone, and what people without a seat say. */
import type { Event as TableEvent } from '../protocol/types'
import { seatsOf, type Table } from './table'

export interface Note {
  kind: 'seated' | 'watching' | 'left' | 'said'
  person: string
  name: string
  /** The seat that was taken; -1 where there is none. */
  seat: number
  phrase: string
  words: string
}

/** The note about something that has happened; null if it is not worth one, or this person's own doing. */
export function noteOf(what: TableEvent['what'], before: Table, after: Table): Note | null {
  if (!('person' in what) || what.person === after.you) return null
  const name = 'name' in what ? what.name : (before.lobby?.people[what.person] ?? '')
  const note: Note = { kind: 'said', person: what.person, name, seat: -1, phrase: '', words: '' }
  switch (what.kind) {
    case 'joined':
      return { ...note, kind: 'watching' }
    case 'seated':
      return { ...note, kind: 'seated', seat: what.seat }
    case 'left':
      return { ...note, kind: 'left' }
    case 'said':
      // a player's words stand beside the player
      return after.lobby && !seatsOf(after.lobby, what.person).length ? { ...note, phrase: what.phrase ?? '', words: what.words ?? '' } : null
    default:
      return null
  }
}
