/** The four colours of the deck and the shape of each, in a square of 24, and two more signs for players. */

export type Colour = 'R' | 'Y' | 'G' | 'B'
export type Sign = Colour | 'V' | 'K'

export const COLOURS: readonly Colour[] = ['R', 'Y', 'G', 'B']

const SIGNS: readonly Sign[] = [...COLOURS, 'V', 'K']

export const SHAPES: Record<Sign, string> = {
  R: 'M3 3h18v18H3z',
  Y: 'M5 2.5 22 12 5 21.5z',
  G: 'm12 1.6 3.2 6.9 7.5.9-5.5 5.2 1.4 7.5L12 18.4l-6.6 3.7 1.4-7.5L1.3 9.4l7.5-.9z',
  B: 'M12 2.5a9.5 9.5 0 1 1 0 19 9.5 9.5 0 0 1 0-19z',
  V: 'M12 1 23 12 12 23 1 12z',
  K: 'M8.5 2.5h7v6h6v7h-6v6h-7v-6h-6v-7h6z',
}

export const NAMES: Record<Sign, 'red' | 'yellow' | 'green' | 'blue' | 'violet' | 'joker'> = {
  R: 'red',
  Y: 'yellow',
  G: 'green',
  B: 'blue',
  V: 'violet',
  K: 'joker',
}

/** The parts of a card's text: `J>B7` is a joker laid as blue 7. */
export interface Face {
  joker: boolean
  colour: Colour | null
  number: string
}

export function face(card: string): Face {
  const joker = card.startsWith('J')
  const plain = joker ? (card.split('>')[1] ?? '') : card
  const colour = plain.slice(0, 1)
  return { joker, colour: COLOURS.find((each) => each === colour) ?? null, number: plain.slice(1) }
}

/** The CSS class with the colour of a card. */
export function tint(card: string): string {
  const { colour } = face(card)
  return colour ? NAMES[colour] : 'joker'
}

/** The sign of a seat: with it, six people at a table look different. */
export function avatar(seat: number): Sign {
  return SIGNS[seat % SIGNS.length]!
}
