/** The order of the cards in a hand: by colour, by number, or as the player has put them. */
import type { Held } from './fan'

export type Sorting = 'colour' | 'number'

/** Sort a hand, which comes sorted by colour. Jokers stay at the end. */
export function sortHand(cards: readonly string[], sorting: Sorting): string[] {
  if (sorting === 'colour') return [...cards]
  const number = (card: string) => Number(card.slice(1)) || Infinity
  return [...cards].sort((a, b) => (number(a) === number(b) ? 0 : number(a) - number(b)))
}

/** What belongs together in a sorted hand. */
export function groupOf(card: string, sorting: Sorting): string {
  return sorting === 'colour' ? card.slice(0, 1) : card.slice(1)
}

/** Put cards into the order that the player has chosen, by their keys; new cards go beside their neighbour in the hand. */
export function orderHand(cards: readonly Held[], order: readonly string[]): Held[] {
  const known = cards.filter(({ key }) => order.includes(key)).sort((a, b) => order.indexOf(a.key) - order.indexOf(b.key))
  const found = [...known]
  cards.forEach((held, at) => {
    if (order.includes(held.key)) return
    const before = cards.slice(0, at).map(({ key }) => found.findIndex((one) => one.key === key)).filter((index) => index >= 0)
    found.splice((before.at(-1) ?? -1) + 1, 0, held)
  })
  return found
}

/** The order after one card was put at another place. */
export function moveCard(cards: readonly Held[], key: string, to: number): string[] {
  const rest = cards.map((held) => held.key).filter((one) => one !== key)
  return [...rest.slice(0, to), key, ...rest.slice(to)]
}
