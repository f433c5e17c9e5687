/** Where the zones of a view go: the middle of the table, beside it, to their owners, or into the own hand. */
import type { Hand, View, Zone } from '../protocol/types'

export interface Arranged {
  /** What everybody looks at. */
  middle: Zone[]
  /** Small piles beside something that needs all the room. */
  side: Zone[]
  /** Whether the middle is one big thing that needs all the room: rows, or places in lines. */
  wide: boolean
  hands: Hand[]
  /** Own piles and tokens. */
  own: Zone[]
  /** What belongs to another player and can be seen. */
  of(seat: number): Zone[]
  /** Other players' cards, where they can be seen. */
  open: Hand[]
}

export function arranged(view: View): Arranged {
  const me = view.seat ?? null
  const owner = (zone: Zone) => zone.owner ?? null
  const seen = view.zones.filter((zone) => !isNothing(zone))
  // places to choose from are for everybody's eyes, whoever they belong to
  const shared = seen.filter((zone) => owner(zone) === null || zone.kind === 'grid')
  const wide = shared.some((zone) => zone.kind === 'rows' || zone.kind === 'grid')
  const isHand = (zone: Zone): zone is Hand => zone.kind === 'hand'
  const isMine = (zone: Zone) => me !== null && owner(zone) === me
  const beside = (zone: Zone) => wide && (zone.kind === 'pile' || zone.kind === 'tokens')
  const own = seen.filter((zone) => isMine(zone) && zone.kind !== 'hand' && zone.kind !== 'grid')
  return {
    middle: shared.filter((zone) => !beside(zone)),
    side: shared.filter(beside),
    wide,
    hands: seen.filter(isHand).filter(isMine),
    open: seen.filter(isHand).filter((zone) => !isMine(zone)),
    own,
    of: (seat) => seen.filter((zone) => owner(zone) === seat && zone.kind !== 'grid' && zone.kind !== 'hand' && seat !== me),
  }
}

/** Hands of which only the number is known stand in the players' tiles; no piles are nothing to see. */
function isNothing(zone: Zone): boolean {
  return (zone.kind === 'hand' && !zone.cards?.length) || (zone.kind === 'piles' && !zone.piles.length)
}
