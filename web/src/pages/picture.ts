/** What a small picture of a game shows: one big zone, or some piles beside a fan of cards. */
import type { View, Zone } from '../protocol/types'

export interface Picture {
  zone: Zone | null
  piles: { card: string; several: boolean }[]
  fan: string[]
}

const MOST_PILES = 3
const MOST_CARDS = 4

export function makePicture(view: View): Picture {
  const zone = view.zones.find((zone) => zone.kind === 'rows' || (zone.kind === 'grid' && (zone.owner ?? null) === null)) ?? null
  const fan = [...fanCards(view)]
  // open cards say most about a game; beside a hand there is room for one pile
  const piles = [...topCards(view)].sort((a, b) => Number(b.card !== '?') - Number(a.card !== '?'))
  return { zone, fan, piles: piles.slice(0, fan.length ? 1 : MOST_PILES) }
}

/** The cards of the fan: those to choose from, or a hand. */
function fanCards(view: View): readonly string[] {
  const choice = view.zones.find((zone) => zone.kind === 'grid')
  if (choice?.kind === 'grid') return choice.places.slice(0, MOST_CARDS)
  const hand = view.zones.find((zone) => zone.kind === 'hand' && zone.cards?.length)
  const cards = hand?.kind === 'hand' ? (hand.cards ?? []) : []
  if (cards.length <= MOST_CARDS) return cards
  return Array.from({ length: MOST_CARDS }, (_, at) => cards[Math.round((at * (cards.length - 1)) / (MOST_CARDS - 1))]!)
}

function* topCards(view: View): Generator<{ card: string; several: boolean }> {
  for (const zone of view.zones) {
    const piles = zone.kind === 'pile' ? [zone.pile] : zone.kind === 'piles' ? zone.piles : []
    for (const pile of piles) {
      const count = pile.count ?? 0
      if (count !== 0 && count !== '0') yield { card: pile.top || '?', several: Number(count) !== 1 }
    }
  }
}
