/** How the cards of a moment lie on the stage, and what is written at each player. No DOM. */
import type { Moment } from '../protocol/types'

/** The height of a card for a width of 1. */
const TALL = 1.5
const GAP_PIXELS = 10
const MAX_CARDS = 8

export interface Grid {
  columns: number
  width: number
}

/** The columns and the width with which cards are as large as the room allows; `label` is the height of what is below
 * each card. */
export function fitCards(count: number, room: { width: number; height: number }, label: number, widest: number): Grid {
  let best: Grid = { columns: 1, width: 0 }
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns)
    const across = (room.width - GAP_PIXELS * (columns - 1)) / columns
    const down = (room.height - GAP_PIXELS * (rows - 1)) / rows - label
    const width = Math.floor(Math.min(across, down / TALL, widest))
    if (width > best.width) best = { columns, width }
  }
  return best
}

export interface StageCard {
  card: string
  /** The player it belongs to, where the cards belong to different players. */
  seat: number | null
  won: boolean
  /** What this player guessed, and how far that was from the figure. */
  said: { number: number; distance: number } | null
}

/** The cards of a moment, the highest of many. */
export function stageCards(moment: Moment): StageCard[] {
  const cards = (moment.cards ?? []).slice(-MAX_CARDS)
  const shared = new Set(cards.map(({ seat }) => seat ?? null)).size === 1
  return cards.map(({ card, seat = null }) => ({
    card,
    seat: shared ? null : seat,
    won: !shared && seat !== null && (moment.winners ?? []).includes(seat),
    said: moment.kind === 'nearest' && seat !== null ? guessOf(moment, seat) : null,
  }))
}

function guessOf({ figure, figures }: Moment, seat: number): StageCard['said'] {
  const number = figures?.[seat] ?? 0
  return { number, distance: Math.abs(number - (figure ?? 0)) }
}

/** What every player has, where the cards do not say it. */
export function standings({ kind, figures = [] }: Moment): number[] {
  return kind === 'nearest' ? [] : figures
}
