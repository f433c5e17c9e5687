/** Where the zones of a view go: the middle of the table, beside it, to their owners, or into the own hand. */
import type { Hand, View, Zone } from '../protocol/types'

export interface Arranged {
  /** What everybody looks at. */
  middle: Zone[]
  /** Small piles beside something that needs all the room. */
  side: Zone[]
  /** Whether the middle is one big thing: rows. */
  wide: boolean
  hands: Hand[]
  /** Own piles and tokens. */
  own: Zone[]
  onlyTokens: boolean
  /** Whether the middle needs all the room it can get. */
  crowded: boolean
  /** What belongs to another player and can be seen. */
  of(seat: number): Zone[]
}

export function arranged(view: View): Arranged {
  const me = view.seat ?? null
  const owner = (zone: Zone) => zone.owner ?? null
  const seen = view.zones.filter((zone) => !isNothing(zone))
  // places to choose from are for everybody's eyes, whoever they belong to
  const shared = seen.filter((zone) => owner(zone) === null || zone.kind === 'grid')
  const wide = shared.some((zone) => zone.kind === 'rows')
  const beside = (zone: Zone) => wide && (zone.kind === 'pile' || zone.kind === 'tokens')
  const own = seen.filter((zone) => me !== null && owner(zone) === me && zone.kind !== 'hand' && zone.kind !== 'grid')
  return {
    middle: shared.filter((zone) => !beside(zone)),
    side: shared.filter(beside),
    wide,
    hands: seen.filter((zone): zone is Hand => zone.kind === 'hand' && me !== null && owner(zone) === me),
    own,
    crowded: shared.some((zone) => zone.kind === 'rows' || zone.kind === 'grid'),
    onlyTokens: own.every((zone) => zone.kind === 'tokens'),
    of: (seat) => seen.filter((zone) => owner(zone) === seat && zone.kind !== 'grid' && seat !== me),
  }
}

/** Hands of which only the number is known stand in the players' tiles; no piles are nothing to see. */
function isNothing(zone: Zone): boolean {
  return (zone.kind === 'hand' && !zone.cards?.length) || (zone.kind === 'piles' && !zone.piles.length)
}
