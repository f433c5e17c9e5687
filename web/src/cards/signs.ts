/** The signs of verbs and of the page's own buttons, as lines in a square of 24. */
import type { GameEntry } from '../protocol/types'

export type SignName = Exclude<GameEntry['signs'][string], ''> | 'cross' | 'bubble-line'

const BUBBLE = 'M3 4h18v12h-9l-5 5v-5H3z'
const CIRCLE = 'M12 2.5a9.5 9.5 0 1 1 0 19 9.5 9.5 0 0 1 0-19z'

export const SIGNS: Record<SignName, string> = {
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
  cross: 'm5 5 14 14M19 5 5 19',
  'bubble-line': `${BUBBLE}M8 10h8`,
}

export function isSign(name: string | undefined): name is SignName {
  return name !== undefined && name in SIGNS
}
