/** The layout of a hand: as few lines as needed, with whole colours or numbers in one line where possible. */

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
  /** The visible part of every card, at least. */
  strip: number
  /** The visible part of every card, in widths, as long as it can be wider than the narrowest one. */
  visible?: number
}

/** The visible part of every further line, in heights of a card. */
const LINE_SHARE = 0.5

/** The height of a card, in widths. */
const ASPECT = 1.5

/** Cards get smaller before less than this part of each is visible: a player can tap its middle. */
const VISIBLE_SHARE = 0.58

/** Give every card a key: equal cards, such as jokers, get numbers. */
export function keyCards(cards: readonly string[]): Held[] {
  const seen = new Map<string, number>()
  return cards.map((card) => {
    const count = (seen.get(card) ?? 0) + 1
    seen.set(card, count)
    return { card, key: `${card} ${count}` }
  })
}

/** Whether a card is the first of its kind: only this one is shown as picked. */
export function isFirst(key: string): boolean {
  return key.endsWith(' 1')
}

/** The width of the cards, the number of lines, and the most cards in a line. */
export interface Fit {
  size: number
  rows: number
  most: number
}

/** Find the biggest cards that fit into the room. */
export function fitCards(count: number, room: Room): Fit {
  for (let size = Math.floor(room.widest); size > room.least; size--) {
    const most = perLine(size, room)
    for (let rows = Math.max(1, Math.ceil(count / most)); linesHeight(size, rows) <= room.height; rows++)
      if (size * (1 + (Math.ceil(count / rows) - 1) * (room.visible ?? VISIBLE_SHARE)) <= room.width) return { size, rows, most }
  }
  const most = perLine(room.least, room)
  return { size: room.least, rows: Math.max(1, Math.ceil(count / most)), most }
}

function perLine(size: number, { width, strip }: Room): number {
  return Math.max(4, Math.floor((width - size) / strip) + 1)
}

/** The height of a number of lines. */
export function linesHeight(size: number, rows: number): number {
  return size * ASPECT * (1 + (rows - 1) * LINE_SHARE)
}

/** Split cards into lines. */
export function splitLines(cards: readonly Held[], { rows, most }: Pick<Fit, 'rows' | 'most'>, group = (card: string) => card.slice(0, 1)): Held[][] {
  const cut = rows === 2 ? findCut(cards, most, group) : undefined
  if (cut) return [cards.slice(0, cut), cards.slice(cut)]
  // lines of nearly the same length: none hangs down over the next one
  const start = (line: number) => Math.ceil((line * cards.length) / rows)
  return Array.from({ length: rows }, (_, line) => cards.slice(start(line), start(line + 1)))
}

/** Where to cut between two groups, such as colours: as near to the middle as possible, if neither line becomes too long. */
function findCut(cards: readonly Held[], most: number, group: (card: string) => string): number | undefined {
  const cuts = cards.map((_, at) => at).filter((at) => at > 0 && group(cards[at]!.card) !== group(cards[at - 1]!.card))
  const fitting = cuts.filter((at) => at <= most && cards.length - at <= most)
  const far = (at: number) => Math.abs(at - cards.length / 2)
  return fitting.sort((a, b) => far(a) - far(b))[0]
}
