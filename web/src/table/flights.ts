/** Which cards some events move: from which zone to which, and whether they are shown on the way. */
import type { Shown } from '../protocol/types'
import { placeOf } from '../zones/rows'

export interface Flight {
  /** The card as it arrives; `?` if nobody sees it. */
  card: string
  /** The card as it was before: a joker is laid as another card. */
  from: string
  /** The zone it comes from; empty: from the player's tile. */
  source: string
  seat: number | null
  target: string
  /** It is shown in the middle before it goes on. */
  stops: boolean
}

const MAX_HIDDEN_CARDS = 3

export function listFlights(events: readonly Shown[]): Flight[] {
  const visible = new Map<string, Flight>()
  const staged = events.some((event) => event.moment) // then the cards have been shown already
  const hidden: Flight[] = []
  for (const event of events) {
    for (const card of event.cards ?? []) followCard(visible, event, card, staged)
    if (event.count && event.source && event.target) hidden.push(...hiddenFlights(event))
  }
  return [...[...visible.values()].filter((flight) => flight.target || flight.stops), ...hidden]
}

function followCard(visible: Map<string, Flight>, event: Shown, card: string, staged: boolean): void {
  const arrives = placeOf(card)
  const before = visible.get(arrives)
  if (before) {
    before.stops ||= Boolean(!staged && before.source && !before.target && event.target)
    before.target = event.target || before.target
    return
  }
  if (!event.source && !event.target) return
  visible.set(arrives, {
    card: arrives,
    from: card.split('>')[0]!,
    source: event.source ?? '',
    seat: event.seat ?? null,
    target: event.target ?? '',
    stops: false,
  })
}

function hiddenFlights(event: Shown): Flight[] {
  const count = Math.max(1, Math.min(MAX_HIDDEN_CARDS, Number(event.count) || MAX_HIDDEN_CARDS))
  const flight = { card: '?', from: '?', source: event.source!, seat: event.seat ?? null, target: event.target!, stops: false }
  return Array.from({ length: count }, () => ({ ...flight }))
}
