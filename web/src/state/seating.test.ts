import { expect, test } from 'vitest'
import { groupPlayers, listedSeats, nameSeats, relativeTime, remainingTime } from './seating'

const t = (key: string, values: Record<string, unknown> = {}) => [key.replace('page.', ''), ...Object.values(values)].join(' ')

test('bots have a name and a level, people only a name', () => {
  const seats = listedSeats({ seats: ['Mia', '', null], levels: ['', 'solid', ''] })
  expect(nameSeats(seats, t)).toEqual(['Mia', 'bot.named bot.2 level.solid', ''])
})

test('bots of one level are named together, after the people; free seats are left out', () => {
  const seats = listedSeats({ seats: ['', 'Mia', '', '', null, 'Ben'], levels: ['solid', '', 'solid', 'expert', '', ''] })
  const found = groupPlayers(seats, [5], t, (names) => names.join('+'))
  expect(found).toEqual(['Mia', 'bots.named bot.1+bot.3 level.solid', 'bot.named bot.4 level.expert'])
})

test('a bot from another package has its own name as its level', () => {
  const plain = (key: string, values: Record<string, unknown> = {}) => (key === 'page.bot.named' ? `${values.name} (${values.level})` : key)
  expect(nameSeats([{ level: 'highest' }], plain)).toEqual(['page.bot.1 (highest)'])
})

test('lists of older versions do not tell the levels', () => {
  expect(nameSeats(listedSeats({ seats: ['Mia', ''] }), t)).toEqual(['Mia', 'bot.unknown bot.2'])
})

test('times are said as people say them', () => {
  const now = Date.UTC(2026, 10, 16, 12)
  expect(relativeTime(now - 5 * 60_000, now, 'en')).toBe('5 minutes ago')
  expect(relativeTime(now - 3 * 3_600_000, now, 'en')).toBe('3 hours ago')
  expect(relativeTime(now - 26 * 3_600_000, now, 'de')).toBe('gestern')
  expect(relativeTime(now + 5_000, now, 'en')).toBe('now') // the clocks differ a little
})

const HOUR = 3_600_000

test.each([
  [27 * HOUR, 'de', '1 Tag 3 Std.'],
  [48 * HOUR, 'de', '2 Tage'],
  [3 * HOUR + 90_000, 'de', '3 Std. 2 Min.'],
  [20_000, 'de', '1 Min.'],
  [27 * HOUR, 'en', '1 day 3 hr'],
  [51 * HOUR, 'fr', '2 jours 3 h'],
])('%d milliseconds are left', (milliseconds, language, expected) => {
  expect(remainingTime(milliseconds, language).replaceAll(/\s/g, ' ')).toBe(expected)
})
