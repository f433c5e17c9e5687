/** The faces of bots, made of the shapes of the deck: the stronger it plays, the more it shows. In a square of 48. */
import { SHAPES } from './shapes'

/** A part of a face: filled with the face's colour, light or dark, or drawn as a line. */
export interface FacePart {
  paint: 'tint' | 'light' | 'dark' | 'line' | 'sprout'
  path: string
}

export interface BotFace {
  tint: 'red' | 'yellow' | 'green' | 'blue' | 'joker'
  parts: readonly FacePart[]
}

const circle = (x: number, y: number, r: number) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`
const eyes = (y: number, r: number, apart = 14) => circle(24 - apart / 2, y, r) + circle(24 + apart / 2, y, r)
/** The star of the deck, twice as large. */
const STAR = SHAPES.G.replaceAll(/-?\d*\.?\d+/g, (number) => ` ${Number(number) * 2}`)

export const FACES: Readonly<Record<string, BotFace>> = {
  random: {
    tint: 'red',
    parts: [
      { paint: 'tint', path: 'M12.6 9.9 35.9 6.6q5.2-.8 6 4.5L45 33.8q.8 5.2-4.5 6L17.2 43q-5.2.8-6-4.5L8.1 15.9q-.8-5.2 4.5-6z' },
      { paint: 'light', path: circle(17.4, 19.4, 4) + circle(33.2, 17.2, 4) + circle(19.4, 33.2, 4) + circle(35.2, 31, 4) },
    ],
  },
  beginner: {
    tint: 'yellow',
    parts: [
      { paint: 'tint', path: circle(24, 26, 18) },
      { paint: 'dark', path: eyes(24, 2.6) + circle(24, 34, 3) },
      { paint: 'sprout', path: 'M24 8c0-5 5-6 7-4' },
    ],
  },
  solid: {
    tint: 'blue',
    parts: [
      { paint: 'tint', path: circle(24, 24, 19) },
      { paint: 'light', path: eyes(20, 2.8) },
      { paint: 'line', path: 'M15 29q9 8 18 0' },
    ],
  },
  trained: {
    tint: 'blue',
    parts: [
      { paint: 'tint', path: circle(24, 24, 19) },
      { paint: 'dark', path: 'M6 17q18-6 36 0V12q-18-6-36 0z' },
      { paint: 'light', path: eyes(24, 2.8) },
      { paint: 'line', path: 'M15 31q9 7 18 0' },
    ],
  },
  expert: {
    tint: 'blue',
    parts: [
      { paint: 'tint', path: circle(24, 24, 19) },
      { paint: 'line', path: `${eyes(20, 6, 15)}M22.5 20h3` },
      { paint: 'light', path: eyes(20, 2.2, 15) },
      { paint: 'line', path: 'M15 31q9 7 18 0' },
    ],
  },
  master: {
    tint: 'green',
    parts: [
      { paint: 'tint', path: STAR },
      { paint: 'light', path: eyes(23, 2.4, 10) },
      { paint: 'line', path: 'M18.5 29q5.5 4.5 11 0' },
    ],
  },
}

/** A bot whose level has no face of its own. */
export const OTHER_FACE: BotFace = {
  tint: 'joker',
  parts: [
    { paint: 'tint', path: 'M14 10h20q7 0 7 7v16q0 7-7 7H14q-7 0-7-7V17q0-7 7-7z' },
    { paint: 'light', path: eyes(23, 3) },
    { paint: 'line', path: 'M17 33h14' },
  ],
}
