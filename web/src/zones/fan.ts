/** How a hand is spread: in as few lines as needed, whole colours together where that works. */

export interface Held {
  card: string
  key: string
}

/** The room for a hand, and what a card must show. */
export interface Room {
  width: number
  height: number
  /** The narrowest and the widest card. */
  least: number
  widest: number
  /** So much of every card can be seen at least. */
  strip: number
}

/** What a further line adds to the height of a hand, in heights of a card; the rest is covered. */
const FURTHER = 0.44

/** A card of this shape. */
const TALL = 1.5

/** Of a card in a line at least this part is seen before cards are made smaller: its middle can be tapped. */
const OPEN = 0.58

/** Equal cards, such as jokers, are told apart by their number. */
export function keyed(cards: readonly string[]): Held[] {
  const seen = new Map<string, number>()
  return cards.map((card) => {
    const count = (seen.get(card) ?? 0) + 1
    seen.set(card, count)
    return { card, key: `${card} ${count}` }
  })
}

/** Whether a card is the first of its kind: of equal ones only that is shown as picked. */
export function isFirst(key: string): boolean {
  return key.endsWith(' 1')
}

/** How wide cards are, in how many lines, and how many a line can take. */
export interface Fit {
  size: number
  rows: number
  most: number
}

/** The biggest cards with which so many of them fit into the room. */
export function fitting(count: number, room: Room): Fit {
  for (let size = Math.floor(room.widest); size > room.least; size--) {
    const most = perLine(size, room)
    for (let rows = Math.max(1, Math.ceil(count / most)); high(size, rows) <= room.height; rows++)
      if (size * (1 + (Math.ceil(count / rows) - 1) * OPEN) <= room.width) return { size, rows, most }
  }
  const most = perLine(room.least, room)
  return { size: room.least, rows: Math.max(1, Math.ceil(count / most)), most }
}

function perLine(size: number, { width, strip }: Room): number {
  return Math.max(4, Math.floor((width - size) / strip) + 1)
}

/** How high so many lines are. */
export function high(size: number, rows: number): number {
  return size * TALL * (1 + (rows - 1) * FURTHER)
}

/** Cards in so many lines of at most so many. */
export function lines(cards: readonly Held[], { rows, most }: Pick<Fit, 'rows' | 'most'>): Held[][] {
  const cut = rows === 2 ? between(cards, most) : undefined
  if (cut) return [cards.slice(0, cut), cards.slice(cut)]
  const length = Math.ceil(cards.length / rows)
  return Array.from({ length: rows }, (_, line) => cards.slice(line * length, (line + 1) * length))
}

/** Where a new colour begins, nearest to the middle, if neither line becomes too long by it. */
function between(cards: readonly Held[], most: number): number | undefined {
  const cuts = cards.map((_, at) => at).filter((at) => at > 0 && cards[at]!.card[0] !== cards[at - 1]!.card[0])
  const fitting = cuts.filter((at) => at <= most && cards.length - at <= most)
  const far = (at: number) => Math.abs(at - cards.length / 2)
  return fitting.sort((a, b) => far(a) - far(b))[0]
}
