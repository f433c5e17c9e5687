/** House rules: the options of a game that a table has chosen. No DOM, no rules. */
import type { CircleSummary, GameEntry, HouseRules, OptionEntry } from '../protocol/types'
import type { Texts } from '../texts/texts'

export type Options = Record<string, unknown>

export const valueOf = (option: OptionEntry, values: Options): unknown => values[option.name] ?? option.default

/** Whether an option has a meaning with these values: another option may have to be set for it. */
export function matters(game: GameEntry, option: OptionEntry, values: Options): boolean {
  if (!option.needs) return true
  const [name, value] = option.needs
  const needed = game.options.find((other) => other.name === name)
  return needed !== undefined && matters(game, needed, values) && valueOf(needed, values) === value
}

/** The numbers of players that can play without any house rule. */
export const listPlainSeats = (game: GameEntry): number[] =>
  game.seats.filter((seats) => !game.seats_need.some((need) => need.seats === seats))

/** The options that matter and differ from the booklet. */
export function listChanged(game: GameEntry, values: Options): OptionEntry[] {
  return game.options.filter((option) => matters(game, option, values) && valueOf(option, values) !== option.default)
}

/** The values with one more; without those that are as in the booklet or have lost their meaning. */
export function setOption(game: GameEntry, values: Options, name: string, value: unknown): Options {
  const next = { ...values, [name]: value }
  return Object.fromEntries(listChanged(game, next).map((option) => [option.name, next[option.name]]))
}

/** The values as a table with this number of seats can have them. */
export function fitOptions(game: GameEntry, values: Options, seats: number): Options {
  const fitting = Object.fromEntries(
    listChanged(game, values).flatMap((option) => {
      const value = values[option.name]
      if (option.kind === 'seat' && typeof value === 'number' && value >= seats) return []
      return [[option.name, option.kind === 'each' ? joinNumbers(readNumbers(option, values, seats)) : value]]
    }),
  )
  return Object.fromEntries(listChanged(game, fitting).map((option) => [option.name, fitting[option.name]]))
}

/** The numbers of an option that has one for each seat. */
export function readNumbers(option: OptionEntry, values: Options, seats: number): number[] {
  const given = String(valueOf(option, values)).split(',')
  return Array.from({ length: seats }, (_, seat) => Number(given[seat] ?? 0))
}

/** The value of an option that has a number for each seat; empty if all are 0. */
export const joinNumbers = (numbers: readonly number[]): string => (numbers.some((number) => number > 0) ? numbers.join(',') : '')

/** The nearest number that an option can have. */
export function clampNumber(option: OptionEntry, number: number): number {
  const [low, high] = [option.low ?? 0, option.high ?? 0]
  return Number.isNaN(number) ? low : Math.min(Math.max(Math.round(number), low), high)
}

/** A value of an option in words. */
export function describeValue(option: OptionEntry, value: unknown, texts: Texts): string {
  if (option.kind === 'seat' && typeof value === 'number') return texts.player(value)
  if (option.kind === 'each') {
    const numbers = String(value).split(',').map(Number)
    const key = `option.${option.name}.seat`
    return texts.list(numbers.flatMap((number, seat) => (number ? [texts.text(key, { seat, number })] : [])))
  }
  return option.values?.find((entry) => entry.value === value)?.label ?? String(value)
}

/** What differs from the booklet, in words. */
export function describeChanges(game: GameEntry, values: Options, texts: Texts): string[] {
  return listChanged(game, values).map((option) => {
    const value = valueOf(option, values)
    return value === true ? option.label : `${option.label}: ${describeValue(option, value, texts)}`
  })
}

/** What differs from the booklet, with the length of the match, in words. */
export function describeRules(game: GameEntry, rules: HouseRules, texts: Texts): string[] {
  const { rounds, until } = rules
  const changes = describeChanges(game, rules.options ?? {}, texts)
  if (until) return [...changes, texts.text('page.rounds.points', { points: until })]
  if (rounds === null || rounds === undefined) return changes
  return [...changes, `${texts.text('page.rounds')}: ${rounds === 'players' ? texts.text('page.rounds.players') : rounds}`]
}

/** The house rules of a circle for a game, as a table of this game can have them now: rules may have changed. */
export function rulesOf(circle: CircleSummary | null | undefined, game: GameEntry): HouseRules | null {
  const kept = circle?.rules?.[game.id]
  if (!kept) return null
  const seats = game.seats.includes(kept.seats) ? kept.seats : game.seats[0]!
  return { ...kept, seats, options: fitOptions(game, kept.options ?? {}, seats) }
}

/** Whether a table plays by these rules. The number of seats may differ: it depends on who has come. */
export function plays(game: GameEntry, rules: HouseRules | null, table: HouseRules): boolean {
  const fitted = JSON.stringify(sorted(fitOptions(game, rules?.options ?? {}, table.seats)))
  return fitted === JSON.stringify(sorted(fitOptions(game, table.options ?? {}, table.seats))) && formatLength(rules ?? {}) === formatLength(table)
}

const sorted = (options: Options) => Object.entries(options).sort(([a], [b]) => a.localeCompare(b))

/** What ends a match. */
export interface MatchLength {
  rounds?: number | string | null
  until?: number | null
}

/** The length of a match as a choice of a form: `3`, `players`, `until 50`, or empty for the usual. */
export const formatLength = ({ rounds, until }: MatchLength): string => (until ? `until ${until}` : String(rounds ?? ''))

export function parseLength(text: string): MatchLength {
  if (text.startsWith('until ')) return { until: Number(text.slice('until '.length)) }
  if (!text) return {}
  return { rounds: text === 'players' ? text : Number(text) }
}
