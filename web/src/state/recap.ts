/** What the others did since my last turn: one line per player, in the order of play. No DOM, no games. */
import type { Shown } from '../protocol/types'
import type { LogEntry } from './table'

export interface RecapLine {
  seat: number | null
  /** What is worth telling of this player. */
  events: Shown[]
}

/** How much an event tells: something is decided, cards are shown, hidden cards move, or only words. */
export function importance(event: Shown): number {
  if (event.moment) return 3
  return event.cards?.length ? 2 : event.count ? 1 : 0
}

/** Events of the same kind by the same player, one after another, become one. */
export function mergeEvents(events: readonly Shown[]): Shown[] {
  const merged: Shown[] = []
  for (const event of events) {
    const last = merged.at(-1)
    if (last && canMerge(last, event)) merged[merged.length - 1] = join(last, event)
    else merged.push(event)
  }
  return merged
}

function canMerge(one: Shown, other: Shown): boolean {
  const plain = [one, other].every((event) => !event.moment && typeof (event.count ?? 0) === 'number' && importance(event) > 0)
  const alike = (['kind', 'seat', 'source', 'target'] as const).every((name) => one[name] === other[name])
  return plain && alike && importance(one) === importance(other) && JSON.stringify(one.values) === JSON.stringify(other.values)
}

function join(one: Shown, other: Shown): Shown {
  if (one.count) return { ...one, count: Number(one.count) + Number(other.count) }
  return { ...one, cards: [...(one.cards ?? []), ...(other.cards ?? [])] }
}

/** The lines since a seat has acted or the cards were dealt. What its own move has decided for others belongs to them. */
export function recap(log: readonly LogEntry[], seat: number | null): RecapLine[] {
  const from = log.findLastIndex(({ what, events }) => what.kind === 'dealt' || (what.kind === 'played' && events[0]?.seat === seat))
  const played = log.slice(Math.max(0, from)).filter(({ what }) => what.kind === 'played')
  const bySeat = new Map<number | null, Shown[]>()
  for (const event of played.flatMap(({ events }) => events)) {
    const of = event.seat ?? null
    if (of !== seat || event.moment) bySeat.set(of, [...(bySeat.get(of) ?? []), event])
  }
  return [...bySeat].map(([of, events]) => ({ seat: of, events: worthTelling(mergeEvents(events)) }))
}

/** The lines that are shown if there is not room for all: the most important of them, in their order. */
export function chooseLines(lines: readonly RecapLine[], widths: readonly number[], gap: number, room: number): RecapLine[] {
  const chosen = new Set<RecapLine>()
  let left = room + gap
  for (const line of [...lines].sort((a, b) => rank(b) - rank(a))) {
    left -= widths[lines.indexOf(line)]! + gap
    if (left < 0 && chosen.size) break
    chosen.add(line)
  }
  return lines.filter((line) => chosen.has(line))
}

/** Mere words, such as the end of a turn, are news only of a player who did nothing else. */
function worthTelling(events: Shown[]): Shown[] {
  const telling = events.filter((event) => importance(event) > 0)
  return telling.length ? telling.sort((a, b) => importance(b) - importance(a)) : events.slice(-1)
}

function rank({ events }: RecapLine): number {
  return Math.max(...events.map(importance))
}
