/** The signs of verbs and of the page's own buttons, as lines in a square of 24. */
import type { GameEntry } from '../protocol/types'

type VerbSign = Exclude<GameEntry['signs'][string], ''>
export type SignName = VerbSign | keyof typeof OWN

const BUBBLE = 'M3 4h18v12h-9l-5 5v-5H3z'
const CIRCLE = 'M12 2.5a9.5 9.5 0 1 1 0 19 9.5 9.5 0 0 1 0-19z'

const VERBS: Record<VerbSign, string> = {
  'card-down': 'M8 2h8v9H8zM12 13v6M9 16l3 3 3-3M4 22h16',
  'stack-up': 'M4 15h16v6H4zM4 18h16M12 12V3M8 7l4-4 4 4',
  'card-to-hand': 'M8 2h8v10H8zM3 14c3 8 15 8 18 0',
  skip: 'm4 5 7 7-7 7zM13 5l7 7-7 7z',
  tick: 'm4 13 5 5L20 6',
  'card-over': 'M3 7h9v14H3zM10 3.5c6-1 10 3 9.5 10M16 10.5l3.5 3.5 3-4',
  'card-tick': 'M6 2h12v20H6zM9 12l2.5 3L16 9',
  'question-mark': `${CIRCLE}M9 9.5a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.3v.4`,
  'bubble-question': `${BUBBLE}M10 8.3a2 2 0 1 1 3 1.7c-.7.4-1 .7-1 1.4M12 13.4v.2`,
  'card-out': 'M3 5h8v14H3zM14 12h8M18.5 8.5 22 12l-3.5 3.5',
  'bubble-cross': `${BUBBLE}M9.5 7.5l5 5M14.5 7.5l-5 5`,
  eye: 'M2 12c5-8 15-8 20 0-5 8-15 8-20 0zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z',
  thumb: 'M3 11h4v10H3zM7 12l4-9c2 0 3 1 2.6 3L13 10h6.5c1 0 1.6 1 1.4 2l-1.6 7.5c-.2 1-1 1.5-2 1.5H7',
  arrows: 'M4 8h15M15 4l4 4-4 4M20 17H5M9 13l-4 4 4 4',
  'cards-linked': 'M8 2h8v7H8zM8 15h8v7H8zM12 9v6',
  flag: 'M5 22V3h14l-3 4.5 3 4.5H5',
  'card-away': 'M3 9h8v13H3zM13 11l7-7M14.5 4H20v5.5',
  octagon: 'M8 2.5h8l5.5 5.5v8L16 21.5H8L2.5 16V8zM8 12h8',
  'arrow-down': 'M12 3v12M7 10l5 5 5-5M3 20h18',
  'cards-equal': 'M2 4h8v16H2zM14 4h8v16h-8zM4.5 10.5h3M4.5 13.5h3M16.5 10.5h3M16.5 13.5h3',
  star: 'm12 3 2.7 5.9 6.3.7-4.7 4.3 1.3 6.3-5.6-3.2-5.6 3.2 1.3-6.3L3 9.6l6.3-.7z',
  rings: `${CIRCLE}M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8z`,
}

const OWN = {
  cross: 'm5 5 14 14M19 5 5 19',
  'bubble-line': `${BUBBLE}M8 10h8`,
  again: 'M20 12a8 8 0 1 1-2.5-5.8M20 2.5V7h-4.5',
  'arrow-up': 'M12 20V8M7 13l5-5 5 5M3 3.5h18',
  book: 'M12 6C9.5 4 6 3.5 3 4v15c3-.5 6.5 0 9 2 2.5-2 6-2.5 9-2V4c-3-.5-6.5 0-9 2zM12 6v15',
  calendar: 'M4 5h16v16H4zM4 10h16M8 2v5M16 2v5',
  cap: 'M1.5 9 12 4l10.5 5L12 14zM6 11.5V17c3 2.5 9 2.5 12 0v-5.5M22.5 9v6',
  cards: 'm3 7 8-3 5 13-8 3zM14 5h7v14h-4',
  chair: 'M7 3v18M7 13h10v8',
  clock: `${CIRCLE}M12 7v5.5l3.5 2`,
  door: 'M11 3H4v18h7M10 12h11M17 8l4 4-4 4',
  dots: 'M5 11a1 1 0 1 1 0 2 1 1 0 0 1 0-2zM12 11a1 1 0 1 1 0 2 1 1 0 0 1 0-2zM19 11a1 1 0 1 1 0 2 1 1 0 0 1 0-2z',
  film: 'M3 4h18v16H3zM10 8.5l5.5 3.5-5.5 3.5z',
  hand: 'M8 15.5V5.5a1.5 1.5 0 0 1 3 0V11 4a1.5 1.5 0 0 1 3 0v7-5a1.5 1.5 0 0 1 3 0v9c0 4-2 7-5.5 7S6.5 20 4 14.5c-.7-1.6 1-2.6 2.2-1.2z',
  house: 'm3 11 9-8 9 8M6 9v12h12V9M10 21v-6h4v6',
  magnifier: 'M10.5 3a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15zM16 16l5.5 5.5',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z',
  pen: 'm4 20 1-5L16 4l4 4L9 19zM13.5 6.5l4 4',
  people: 'M9 4a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM2.5 20c0-8 13-8 13 0M16 4.5a3.3 3.3 0 0 1 0 6.3M18 13.5c2.2.8 3.5 3 3.5 6.5',
  phone: 'M7 2h10v20H7zM11 18.5h2',
  picture: 'M3 4h18v16H3zM3 16l5-5 5 5 3-3 5 4M15.5 8.5h.5',
  play: 'm7 4 13 8-13 8z',
  plus: 'M12 4v16M4 12h16',
  podium: 'M2 20h20M4 20v-9h5v9M9 20V5h6v15M15 14h5v6',
  share: 'M12 15V3M7.5 7 12 2.5 16.5 7M5 11v10h14V11',
  sheets: 'M8 8h13v13H8zM5 16H3V3h13v2',
  sun: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5 19 19M5 19l1.5-1.5M17.5 6.5 19 5',
}

export const SIGNS: Record<SignName, string> = { ...VERBS, ...OWN }

export function isSign(name: string | undefined): name is SignName {
  return name !== undefined && name in SIGNS
}
