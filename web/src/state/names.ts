/** What everybody at a table is called. Computer players get a first name of their own that nobody else there has. */
import type { Seat } from '../protocol/types'

export const BOT_NAMES = 7

/** The name at each seat; empty where nobody sits. `bot` gives the n-th name for a computer player, from 0. */
export function seatNames(seats: readonly Seat[], bot: (number: number) => string): string[] {
  const taken = new Set(seats.map((seat) => seat.name ?? '').filter(Boolean))
  return seats.map((seat, number) => {
    if (seat.name || !seat.level) return seat.name ?? ''
    const name = free(number, taken, bot)
    taken.add(name)
    return name
  })
}

/** The same seat usually gets the same name, whoever comes and goes elsewhere. */
function free(seat: number, taken: ReadonlySet<string>, bot: (number: number) => string): string {
  const names = Array.from({ length: BOT_NAMES }, (_, step) => bot((seat + step) % BOT_NAMES))
  return names.find((name) => !taken.has(name)) ?? names[0]!
}
