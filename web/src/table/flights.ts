/** What some events move, card by card: from which zone to which, and whether it is only shown on the way. */
import type { Shown } from '../protocol/types'
import { placeOf } from '../zones/rows'

export interface Flight {
  /** The card where it arrives; `?` for one that nobody sees. */
  card: string
  /** The card where it was: a joker lies as another card than it was held. */
  from: string
  source: string
  target: string
  /** It is shown in the middle before it goes on. */
  stops: boolean
}

const MOST_HIDDEN = 3

export function flights(shown: readonly Shown[]): Flight[] {
  const seen = new Map<string, Flight>()
  const hidden: Flight[] = []
  for (const event of shown) {
    for (const card of event.cards ?? []) follow(seen, event, card)
    if (event.count && event.source && event.target) hidden.push(...covered(event))
  }
  return [...[...seen.values()].filter((flight) => flight.target || flight.stops), ...hidden]
}

function follow(seen: Map<string, Flight>, event: Shown, card: string): void {
  const arrives = placeOf(card)
  const before = seen.get(arrives)
  if (before) {
    before.stops ||= Boolean(before.source && !before.target && event.target)
    before.target = event.target || before.target
    return
  }
  if (!event.source && !event.target) return
  const source = event.source || (event.seat === undefined || event.seat === null ? '' : `hand.${event.seat}`)
  seen.set(arrives, { card: arrives, from: card.split('>')[0]!, source, target: event.target ?? '', stops: false })
}

function covered(event: Shown): Flight[] {
  const count = Math.max(1, Math.min(MOST_HIDDEN, Number(event.count) || MOST_HIDDEN))
  const flight = { card: '?', from: '?', source: event.source!, target: event.target!, stops: false }
  return Array.from({ length: count }, () => ({ ...flight }))
}
