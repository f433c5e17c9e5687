import { expect, test } from 'vitest'
import type { DayView } from '../protocol/types'
import { Texts } from '../texts/texts'
import { earnedShapes, lastWeek, readDate, shareLine } from './daily'

const texts = new Texts({
  language: 'de',
  plural: '(n != 1)',
  texts: { 'page.daily.result': ['{points} Punkt · Platz {place}', '{points} Punkte · Platz {place}'], 'page.daily.line': 'Reihum täglich {date} · {result} · {shapes}' },
})
const day: DayView = { date: '2026-11-16', game: 'junior', commitment: 'ab', result: { points: 12, place: 2 } }

test('the line to share has the day, the result and shapes, and nothing else', () => {
  expect(shareLine(day, texts)).toBe('Reihum täglich 16.11. · 12 Punkte · Platz 2 · ■▶★·')
  expect(shareLine({ ...day, result: { points: 1, place: 4 } }, texts)).toBe('Reihum täglich 16.11. · 1 Punkt · Platz 4 · ■···')
  expect(shareLine({ date: day.date, game: day.game, commitment: '' }, texts)).toBe('')
})

test('the first place earns four shapes, the last one', () => {
  expect([1, 2, 3, 4].map(earnedShapes)).toEqual([4, 3, 2, 1])
})

test('the week has seven days, also those on which nobody looked', () => {
  const week = lastWeek([day, { ...day, date: '2026-11-13' }])
  expect(week.map((each) => each.date)).toEqual(['2026-11-10', '2026-11-11', '2026-11-12', '2026-11-13', '2026-11-14', '2026-11-15', '2026-11-16'])
  expect(week.map((each) => Boolean(each.day))).toEqual([false, false, false, true, false, false, true])
  expect(lastWeek([])).toEqual([])
})

test('a date is the same day in every time zone', () => {
  expect(readDate('2026-11-16', 'de', { weekday: 'long' })).toBe('Montag')
})
