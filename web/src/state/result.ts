/** The result of a match, as people share it: a text, or what a picture shows. */
import type { Seat } from '../protocol/types'
import type { Texts } from '../texts/texts'
import { nameSeats } from './seating'

export interface ResultLine {
  seat: number
  place: number
  name: string
  points: number
  /** What the points of this line are called. */
  unit: string
}

export interface Result {
  game: string
  /** What the points are called. */
  unit: string
  /** Milliseconds since 1970. */
  at: number
  /** By place; those who share a place keep the order of their seats. */
  lines: ResultLine[]
}

export interface FinishedMatch {
  game: string
  /** The family of the game's texts. */
  family: string
  at: number
  seats: readonly Seat[]
  places: readonly number[]
  points: readonly number[]
}

export function makeResult(match: FinishedMatch, texts: Texts): Result {
  const names = nameSeats(match.seats, (key, values) => texts.text(key, values))
  const unit = `points.${match.family}`
  const makeLine = (seat: number, place: number, name: string, points: number): ResultLine => {
    return { seat, place, name, points, unit: texts.has(unit) ? texts.text(unit, { count: Math.abs(points) }) : '' }
  }
  return {
    game: match.game,
    unit: texts.has(unit) ? texts.text(unit, { count: 2 }) : '',
    at: match.at,
    lines: match.places
      .map((place, seat) => makeLine(seat, place, names[seat] || texts.player(seat), match.points[seat] ?? 0))
      .sort((a, b) => a.place - b.place || a.seat - b.seat),
  }
}

export const formatDay = (at: number, locale: string): string => new Date(at).toLocaleDateString(locale, { day: 'numeric', month: 'long', year: 'numeric' })

/** The result in a few lines of text, for a message. */
export function resultText(result: Result, texts: Texts): string {
  const lines = result.lines.map((line) => texts.text('page.result.line', { ...line }).trim())
  return [`${result.game} · ${formatDay(result.at, texts.locale)}`, ...lines, texts.text('page.result.played')].join('\n')
}

/** What the picture of a result shows, and where, in pixels. */
export interface ResultPicture {
  width: number
  height: number
  title: string
  day: string
  rows: { y: number; high: number; place: string; name: string; points: string; seat: number; won: boolean }[]
  unit: string
  footer: string
}

const SIDE = 1080
const TOP = 330
const BOTTOM = 130
const LOWEST_ROW = 118
const HIGHEST_ROW = 190
const GAP = 18

export function makeResultPicture(result: Result, texts: Texts): ResultPicture {
  const count = Math.max(1, result.lines.length)
  const high = Math.max(LOWEST_ROW, Math.min(HIGHEST_ROW, Math.floor((SIDE - TOP - BOTTOM) / count)))
  return {
    width: SIDE,
    height: Math.max(SIDE, TOP + count * high + BOTTOM),
    title: result.game,
    day: formatDay(result.at, texts.locale),
    rows: result.lines.map((line, row) => ({
      y: TOP + row * high,
      high: high - GAP,
      place: `${line.place}.`,
      name: line.name,
      points: String(line.points),
      seat: line.seat,
      won: line.place === 1,
    })),
    unit: result.unit,
    footer: texts.text('page.result.played'),
  }
}
