/** How a hand is spread: in as few lines as needed, whole colours together where that works. */

export interface Held {
  card: string
  key: string
}

/** Equal cards, such as jokers, are told apart by their number. */
export function keyed(cards: readonly string[]): Held[] {
  const seen = new Map<string, number>()
  return cards.map((card) => {
    const count = (seen.get(card) ?? 0) + 1
    seen.set(card, count)
    return { card, key: `${card} ${count}` }
  })
}

/** Cards in lines of at most so many. */
export function lines(cards: readonly Held[], most: number): Held[][] {
  const count = Math.max(1, Math.ceil(cards.length / most))
  if (count === 2) {
    const cut = between(cards, most)
    if (cut) return [cards.slice(0, cut), cards.slice(cut)]
  }
  const length = Math.ceil(cards.length / count)
  return Array.from({ length: count }, (_, line) => cards.slice(line * length, (line + 1) * length))
}

/** Where a new colour begins, nearest to the middle, if neither line becomes too long by it. */
function between(cards: readonly Held[], most: number): number | undefined {
  const cuts = cards.map((_, at) => at).filter((at) => at > 0 && cards[at]!.card[0] !== cards[at - 1]!.card[0])
  const fitting = cuts.filter((at) => at <= most && cards.length - at <= most)
  const far = (at: number) => Math.abs(at - cards.length / 2)
  return fitting.sort((a, b) => far(a) - far(b))[0]
}
