/** A table as this person knows it, made from the server's messages. No DOM, no rules. */
import type { Answer, Event as TableEvent, Lobby, MatchView, Shown } from '../protocol/types'

/** An entry of the running log: what happened, and what a move showed. */
export interface LogEntry {
  number: number
  at: number
  what: TableEvent['what']
  events: Shown[]
}

export interface Table {
  id: string
  you: string
  seat: number | null
  seats: number[]
  key: string
  number: number | null
  lobby: Lobby | null
  view: MatchView | null
  present: string[]
  /** How many have opened the link but not joined. */
  arriving: number
  log: LogEntry[]
  /** When the time for this turn is up, in milliseconds since 1970; 0: never. */
  due: number
  /** The server is about to restart, and is back after this number of seconds. */
  closing: number | null
  dismissed: boolean
}

export const MAX_LOG_ENTRIES = 400

export function emptyTable(id: string, key: string): Table {
  return {
    id,
    key,
    you: '',
    seat: null,
    seats: [],
    number: null,
    lobby: null,
    view: null,
    present: [],
    arriving: 0,
    log: [],
    due: 0,
    closing: null,
    dismissed: false,
  }
}

/** The table after a message of the server. */
export function applyAnswer(table: Table, answer: Answer): Table {
  switch (answer.type) {
    case 'welcome':
      return { ...table, you: answer.you, closing: null }
    case 'table':
      return {
        ...table,
        number: answer.number,
        you: answer.you,
        seat: answer.seat ?? null,
        seats: answer.seats,
        lobby: answer.lobby,
        present: answer.present ?? [],
        arriving: answer.arriving ?? 0,
        view: answer.view ?? null,
        due: answer.due ?? 0,
        key: answer.key || table.key,
      }
    case 'event':
      return applyEvent(table, answer)
    case 'presence':
      return { ...table, present: answer.present, arriving: answer.arriving ?? 0 }
    case 'closing':
      return { ...table, closing: answer.seconds }
    case 'dismissed':
      return { ...table, dismissed: true }
    default:
      return table
  }
}

function applyEvent(table: Table, event: TableEvent): Table {
  const entry = { number: event.number, at: event.at, what: event.what, events: event.shown ?? [] }
  const lobby = event.lobby ?? table.lobby
  return {
    ...table,
    number: event.number,
    lobby,
    view: event.view ?? (event.what.kind === 'dealt' ? null : table.view),
    due: event.due ?? 0,
    seats: lobby ? seatsOf(lobby, table.you) : table.seats,
    log: [...table.log, entry].slice(-MAX_LOG_ENTRIES),
  }
}

/** Whether a message can bring another position. After a break the same position can come again. */
export function changesPosition(table: Table, answer: Answer): boolean {
  if (answer.type === 'event') return answer.what.kind === 'played' || answer.what.kind === 'dealt'
  return answer.type === 'table' && answer.number !== table.number
}

export function seatsOf(lobby: Lobby, person: string): number[] {
  return lobby.seats.flatMap((seat, number) => (person && seat.person === person ? [number] : []))
}

/** The seats of this person that must act now; the seat on the screen comes first. */
export function actingSeats(table: Table): number[] {
  const acting = table.view?.view.players.filter((player) => player.acts).map((player) => player.seat) ?? []
  return table.seats.filter((seat) => acting.includes(seat)).sort((a, b) => Number(b === table.seat) - Number(a === table.seat))
}

/** Whether this person may set the table up. */
export function inCharge(table: Table): boolean {
  return table.lobby?.in_charge === table.you && table.you !== ''
}
