/** The table as this person knows it: messages of the server folded, without DOM, without rules. */
import type { Answer, Event as Happening, Lobby, MatchView, Shown } from '../protocol/types'

/** A line of the running log: what a move showed, or what happened around it. */
export interface LogLine {
  number: number
  at: number
  what: Happening['what']
  shown: Shown[]
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
  log: LogLine[]
  /** The server stops and will be back in so many seconds. */
  closing: number | null
  dismissed: boolean
}

export const LONGEST_LOG = 400

export function empty(id: string, key: string): Table {
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
    log: [],
    closing: null,
    dismissed: false,
  }
}

/** The table after a message of the server. */
export function folded(table: Table, answer: Answer): Table {
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
        view: answer.view ?? null,
        key: answer.key || table.key,
      }
    case 'event':
      return happened(table, answer)
    case 'presence':
      return { ...table, present: answer.present }
    case 'closing':
      return { ...table, closing: answer.seconds }
    case 'dismissed':
      return { ...table, dismissed: true }
    default:
      return table
  }
}

function happened(table: Table, event: Happening): Table {
  const line = { number: event.number, at: event.at, what: event.what, shown: event.shown ?? [] }
  const lobby = event.lobby ?? table.lobby
  return {
    ...table,
    number: event.number,
    lobby,
    view: event.view ?? (event.what.kind === 'dealt' ? null : table.view),
    seats: lobby ? seatsOf(lobby, table.you) : table.seats,
    log: [...table.log, line].slice(-LONGEST_LOG),
  }
}

/** Whether a message says that another position may be on the table; the same one can come again after a break. */
export function movedOn(table: Table, answer: Answer): boolean {
  if (answer.type === 'event') return answer.what.kind === 'played' || answer.what.kind === 'dealt'
  return answer.type === 'table' && answer.number !== table.number
}

export function seatsOf(lobby: Lobby, person: string): number[] {
  return lobby.seats.flatMap((seat, number) => (person && seat.person === person ? [number] : []))
}

/** The own seats that must act now, the one looked from first. */
export function myTurns(table: Table): number[] {
  const acting = table.view?.view.players.filter((player) => player.acts).map((player) => player.seat) ?? []
  return table.seats.filter((seat) => acting.includes(seat)).sort((a, b) => Number(b === table.seat) - Number(a === table.seat))
}

/** Whether this person may set the table up. */
export function inCharge(table: Table): boolean {
  return table.lobby?.in_charge === table.you && table.you !== ''
}
