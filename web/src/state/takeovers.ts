/** Bots' seats while a round runs: which a newcomer may ask for, and who has asked. */
import type { Takeover } from '../protocol/types'
import type { Table } from './table'

/** The bots' seats that this person may ask for: a guest of a running match who has no seat. */
export function botSeats(table: Table): number[] {
  const { lobby } = table
  if (!lobby?.started || !(table.you in lobby.people) || table.seats.length) return []
  return lobby.seats.flatMap((seat, number) => (seat.person ? [] : [number]))
}

/** The seat this person waits for. */
export function findOwnTakeover(table: Table): Takeover | undefined {
  return table.lobby?.takeovers?.find((asked) => asked.person === table.you)
}

/** The first question that this person, who sits here, has not answered. */
export function findQuestion(table: Table): Takeover | undefined {
  if (!table.seats.length) return undefined
  return table.lobby?.takeovers?.find((asked) => asked.person !== table.you && !(table.you in (asked.answers ?? {})))
}
