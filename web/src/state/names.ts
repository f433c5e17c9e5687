/** The names of the players at a table. Every bot gets a first name that nobody else has. */
import type { Seat } from '../protocol/types'

export const BOT_NAMES = 7

/** The name at each seat; empty for a free seat. `bot` gives the n-th name for a bot, from 0. */
export function seatNames(seats: readonly Seat[], bot: (number: number) => string): string[] {
  const taken = new Set(seats.map((seat) => seat.name ?? '').filter(Boolean))
  return seats.map((seat, number) => {
    if (seat.name || !seat.level) return seat.name ?? ''
    const name = freeName(number, taken, bot)
    taken.add(name)
    return name
  })
}

/** The first free name; a seat usually keeps its name when players come and go. */
function freeName(seat: number, taken: ReadonlySet<string>, bot: (number: number) => string): string {
  const names = Array.from({ length: BOT_NAMES }, (_, step) => bot((seat + step) % BOT_NAMES))
  return names.find((name) => !taken.has(name)) ?? names[0]!
}
