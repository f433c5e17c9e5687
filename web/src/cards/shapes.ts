/** The four colours of the deck and the shape of each, in a square of 24. */

export type Colour = 'R' | 'Y' | 'G' | 'B'

export const COLOURS: readonly Colour[] = ['R', 'Y', 'G', 'B']

export const SHAPES: Record<Colour, string> = {
  R: 'M3 3h18v18H3z',
  Y: 'M5 2.5 22 12 5 21.5z',
  G: 'm12 1.6 3.2 6.9 7.5.9-5.5 5.2 1.4 7.5L12 18.4l-6.6 3.7 1.4-7.5L1.3 9.4l7.5-.9z',
  B: 'M12 2.5a9.5 9.5 0 1 1 0 19 9.5 9.5 0 0 1 0-19z',
}

export const NAMES: Record<Colour, 'red' | 'yellow' | 'green' | 'blue'> = {
  R: 'red',
  Y: 'yellow',
  G: 'green',
  B: 'blue',
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
  return { joker, colour: colour in SHAPES ? (colour as Colour) : null, number: plain.slice(1) }
}

/** The CSS class with the colour of a card. */
export function tint(card: string): string {
  const { colour } = face(card)
  return colour ? NAMES[colour] : 'joker'
}

/** The colour, and so the shape, of a seat's avatar. */
export function avatar(seat: number): Colour {
  return COLOURS[seat % COLOURS.length]!
}
