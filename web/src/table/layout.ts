/** Where the zones of a view go: the middle of the table, beside it, to their owners, or into the hand. */
import type { Hand, View, Zone } from '../protocol/types'
import { viewport } from './viewport.svelte'

export interface ZoneLayout {
  middle: Zone[]
  /** Small piles beside something that needs all the room. */
  side: Zone[]
  /** Whether the middle is one big thing that needs all the room: rows, or a grid. */
  wide: boolean
  hands: Hand[]
  /** The piles and tokens of the player at the bottom of the screen. */
  own: Zone[]
  /** The visible piles and tokens of another player. */
  of(seat: number): Zone[]
  /** The hands of other players whose cards are visible. */
  open: Hand[]
}

export function arrangeZones(view: View): ZoneLayout {
  const me = view.seat ?? null
  const owner = (zone: Zone) => zone.owner ?? null
  const visible = view.zones.filter((zone) => !isEmpty(zone))
  // everybody sees a grid to choose from, even if its cards belong to a player
  const shared = visible.filter((zone) => owner(zone) === null || zone.kind === 'grid')
  const wide = shared.some((zone) => zone.kind === 'rows' || zone.kind === 'grid')
  const isHand = (zone: Zone): zone is Hand => zone.kind === 'hand'
  const isMine = (zone: Zone) => me !== null && owner(zone) === me
  const isBeside = (zone: Zone) => wide && (zone.kind === 'pile' || zone.kind === 'tokens')
  return {
    middle: shared.filter((zone) => !isBeside(zone)),
    side: shared.filter(isBeside),
    wide,
    hands: visible.filter(isHand).filter(isMine),
    open: visible.filter(isHand).filter((zone) => !isMine(zone)),
    own: visible.filter((zone) => isMine(zone) && zone.kind !== 'hand' && zone.kind !== 'grid'),
    of: (seat) => visible.filter((zone) => owner(zone) === seat && zone.kind !== 'grid' && zone.kind !== 'hand' && seat !== me),
  }
}

/** Whether the player's own piles stand with the others': on a phone held sideways, where nothing is in the middle. */
export function isOwnAbove(zones: ZoneLayout): boolean {
  return viewport.isSideways && zones.hands.length > 0 && !zones.wide && zones.own.length > 0
}

/** A player's tile shows the number of hidden cards, so such a hand is not drawn. */
function isEmpty(zone: Zone): boolean {
  return (zone.kind === 'hand' && !zone.cards?.length) || (zone.kind === 'piles' && !zone.piles.length)
}
