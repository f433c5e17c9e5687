/** Who sits at a table of a list, in words: bots by name and level. */
import type { Seat, Summary } from '../protocol/types'
import { seatNames } from './names'

type Translate = (key: string, values?: Record<string, unknown>) => string

/** The seats of a table in a list. Older lists do not tell the levels of bots. */
export function listedSeats(table: Pick<Summary, 'seats' | 'levels'>): Seat[] {
  return table.seats.map((name, seat) => (name === null ? {} : name ? { name } : { level: table.levels?.[seat] || '?' }))
}

/** Everybody by name; bots with their level. Free seats have an empty name. */
export function nameSeats(seats: readonly Seat[], t: Translate): string[] {
  const names = seatNames(seats, (number) => t(`page.bot.${number + 1}`))
  return names.map((name, seat) => nameWithLevel(name, seats[seat]?.level ?? '', t))
}

/** A level in words; a bot from another package has only its name. */
function levelName(level: string, t: Translate): string {
  const key = `page.level.${level}`
  const name = t(key)
  return name === key ? level : name
}

/** The name of a bot with its level, the name of a person as it is. */
function nameWithLevel(name: string, level: string, t: Translate): string {
  if (!level) return name
  return level === '?' ? t('page.bot.unknown', { name }) : t('page.bot.named', { name, level: levelName(level, t) })
}

/** The players in few words, without those at some seats: people by name, then bots, those of one level together. Free
 * seats are left out. */
export function groupPlayers(seats: readonly Seat[], without: readonly number[], t: Translate, list: (names: string[]) => string): string[] {
  const names = seatNames(seats, (number) => t(`page.bot.${number + 1}`))
  const bots = new Map<string, string[]>()
  for (const [seat, { level = '' }] of seats.entries()) if (level && !without.includes(seat)) bots.set(level, [...(bots.get(level) ?? []), names[seat]!])
  const people = names.filter((name, seat) => name && !seats[seat]!.level && !without.includes(seat))
  const groups = [...bots].map(([level, members]) =>
    level === '?' || members.length === 1
      ? members.map((name) => nameWithLevel(name, level, t))
      : [t('page.bots.named', { names: list(members), level: levelName(level, t) })],
  )
  return [...people, ...groups.flat()]
}

const UNITS = [
  ['day', 24 * 3_600_000, 'long'],
  ['hour', 3_600_000, 'short'],
  ['minute', 60_000, 'short'],
] as const

/** How much time is left, in its two largest units: "1 day 3 hr". A last minute that has begun counts. */
export function remainingTime(milliseconds: number, language: string): string {
  let rest = Math.ceil(Math.max(milliseconds, 1) / 60_000) * 60_000
  const first = UNITS.findIndex(([, size]) => rest >= size)
  const parts = UNITS.slice(first, first + 2).map(([unit, size, unitDisplay]) => {
    const count = Math.floor(rest / size)
    rest -= count * size
    return count && new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay }).format(count)
  })
  return parts.filter(Boolean).join(' ')
}

/** When something happened, as people say it: "3 hours ago". */
export function relativeTime(at: number, now: number, language: string): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const minutes = Math.round((at - now) / 60_000)
  if (minutes >= 0) return format.format(0, 'second')
  if (minutes > -60) return format.format(minutes, 'minute')
  const hours = Math.round(minutes / 60)
  return Math.abs(hours) < 24 ? format.format(hours, 'hour') : format.format(Math.round(hours / 24), 'day')
}
