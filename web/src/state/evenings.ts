/** The matches of a circle by evening, with their winners, for its picture. */
import type { CircleView } from '../protocol/types'

type Match = CircleView['matches'][number]

export interface Evening {
  /** The first match's time, in milliseconds since 1970. */
  at: number
  matches: { table: string; game: string; winners: string[]; names: string[] }[]
}

const MOST_EVENINGS = 8
const MOST_MATCHES = 12

/** After midnight an evening is not over. */
const NIGHT_MS = 5 * 3_600_000

/** The last evenings, the oldest first, with at most twelve matches each. Winners are people's ids, empty for bots. */
export function groupEvenings(matches: readonly Match[]): Evening[] {
  const byDay = new Map<string, Evening>()
  for (const match of [...matches].sort((a, b) => a.at - b.at)) {
    const day = new Date(match.at - NIGHT_MS).toDateString()
    const evening = byDay.get(day) ?? { at: match.at, matches: [] }
    const won = match.scores.filter((score) => score.place === 1)
    evening.matches.push({
      table: match.table,
      game: match.game,
      winners: won.map((score) => score.person ?? ''),
      names: won.map((score) => score.name),
    })
    byDay.set(day, evening)
  }
  return [...byDay.values()].slice(-MOST_EVENINGS).map((evening) => ({ ...evening, matches: evening.matches.slice(-MOST_MATCHES) }))
}

/** The people with the most wins; nobody before the first win. */
export function leaders(standings: CircleView['standings']): CircleView['standings'][number][] {
  const most = Math.max(0, ...standings.map((line) => line.wins))
  return most ? standings.filter((line) => line.wins === most) : []
}
