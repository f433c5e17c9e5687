/** The daily deal: the last week, and a line to share that gives nothing away. No DOM. */
import type { DailyResult, DayView } from '../protocol/types'
import type { Texts } from '../texts/texts'

export const WEEK_DAYS = 7
const PLACES = 4
const DAY_MILLISECONDS = 24 * 3600 * 1000
const SIGNS = ['■', '▶', '★', '●']

/** The shapes that a place is worth: all four for the first place, one for the last. */
export function earnedShapes(place: number): number {
  return Math.max(0, Math.min(PLACES, PLACES + 1 - place))
}

/** The last dates, the newest last; days of which the server knows nothing have no entry. */
export function lastWeek<T extends { date: string }>(days: readonly T[]): { date: string; day: T | undefined }[] {
  const today = Date.parse(days[0]?.date ?? '')
  if (Number.isNaN(today)) return []
  return Array.from({ length: WEEK_DAYS }, (_, at) => {
    const date = new Date(today - (WEEK_DAYS - 1 - at) * DAY_MILLISECONDS).toISOString().slice(0, 10)
    return { date, day: days.find((day) => day.date === date) }
  })
}

/** A date of the server as people read it. It is a day, not a moment: no time zone moves it. */
export function readDate(date: string, language: string, how: Intl.DateTimeFormatOptions): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString(language, { ...how, timeZone: 'UTC' })
}

export function resultText({ points, place }: DailyResult, texts: Texts): string {
  return texts.text('page.daily.result', { count: points, points, place })
}

/** A line to share: the day, the result and its shapes, but no card. */
export function shareLine(day: DayView, texts: Texts): string {
  if (!day.result) return ''
  const earned = earnedShapes(day.result.place)
  return texts.text('page.daily.line', {
    date: readDate(day.date, texts.language, { day: 'numeric', month: texts.language === 'en' ? 'short' : 'numeric' }), // 1/2 is two days in English
    result: resultText(day.result, texts),
    shapes: SIGNS.map((sign, at) => (at < earned ? sign : '·')).join(''),
  })
}
