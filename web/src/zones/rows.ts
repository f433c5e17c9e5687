/** How a row is laid out: place by place, or, where there is little room, as runs of cards between gaps. */
import type { Row } from '../protocol/types'

export type Segment =
  | { kind: 'gap'; key: string; missing: number }
  | { kind: 'open'; key: string; place: string }
  | { kind: 'many'; key: string; places: string[] }
  | { kind: 'run'; key: string; parts: Part[] }

/** A card of a run that is shown, or so many that lie hidden between two of them. */
export type Part = { place: string } | { hidden: number; key: string }

/** So many open places side by side are shown as one. */
const MANY = 3

/** Of so many cards that lie hidden the edges are drawn. */
export const EDGES = 6

// widths, in pixels: as in Rows.svelte
const SPACE = 4
const GAP = 34
const CHECK = 16
const EDGE = 4

/** The place that a card lies at: `J>B7` lies at `B7`. */
export function placeOf(card: string): string {
  return card.split('>').at(-1)!
}

/** Every place of a row; empty where it does not reach. */
export function places(row: Row, low: number, high: number): string[] {
  return Array.from({ length: high - low + 1 }, (_, step) => {
    const number = low + step
    return number >= row.low && number <= row.high ? `${row.colour}${number}` : ''
  })
}

/** Whether every place of a row has its card. */
export function isFull(row: Row): boolean {
  return (row.cards ?? []).length === row.high - row.low + 1
}

/** Runs of laid cards by their ends, the open places beside them, and how many places are missing between.
 * Whatever `matters` now is shown wherever it lies. */
export function segments(row: Row, matters: (place: string) => boolean = () => false): Segment[] {
  const laid = new Set((row.cards ?? []).map(placeOf))
  const open = new Set(row.open ?? [])
  const found: Segment[] = []
  let missing = 0
  const gap = (at: number, edge: boolean) => {
    if (missing || edge) found.push({ kind: 'gap', key: `gap ${at}`, missing })
    missing = 0
  }
  for (let number = row.low; number <= row.high; number++) {
    const place = `${row.colour}${number}`
    if (laid.has(place)) {
      gap(number, found.length === 0)
      const start = number
      while (laid.has(`${row.colour}${number + 1}`) && number < row.high) number++
      found.push({ kind: 'run', key: `run ${start}`, parts: parts(row.colour, start, number, matters) })
    } else if (open.has(place) || matters(place)) {
      gap(number, found.length === 0)
      found.push({ kind: 'open', key: place, place })
    } else missing++
  }
  gap(row.high + 1, true)
  return gathered(found)
}

/** Several open places side by side become one thing to tap: it asks which of them is meant. */
function gathered(found: readonly Segment[]): Segment[] {
  const made: Segment[] = []
  for (let at = 0; at < found.length; at++) {
    const beside: string[] = []
    for (let next = found[at]; next?.kind === 'open'; next = found[at + beside.length]) beside.push(next.place)
    if (beside.length >= MANY) {
      made.push({ kind: 'many', key: `many ${beside[0]}`, places: beside })
      at += beside.length - 1
    } else made.push(found[at]!)
  }
  return made
}

function parts(colour: string, start: number, end: number, matters: (place: string) => boolean): Part[] {
  const found: Part[] = []
  let hidden = 0
  for (let number = start; number <= end; number++) {
    const place = `${colour}${number}`
    if (number > start && number < end && !matters(place)) {
      hidden++
      continue
    }
    if (hidden) found.push({ hidden, key: `before ${place}` })
    hidden = 0
    found.push({ place })
  }
  return found
}

/** Whether a row has grown from one place only. It keeps room for both ends and the edges between, so that nothing beside
 * it moves when it grows. */
export function isLone(segments: readonly Segment[]): boolean {
  return segments.filter((segment) => segment.kind === 'run').length === 1
}

/** How many cards and places a row shows side by side. */
export function cells(segments: readonly Segment[]): number {
  const ends = isLone(segments) ? 2 : 1
  return segments.reduce((sum, segment) => sum + wide(segment, ends), 0)
}

function wide(segment: Segment, ends: number): number {
  if (segment.kind === 'run') return Math.max(ends, segment.parts.filter((part) => 'place' in part).length)
  return { gap: 0, open: 1, many: 2 }[segment.kind]
}

/** What a row needs beside its cards, in pixels: gaps, edges of hidden cards, space between. */
export function rest(segments: readonly Segment[]): number {
  const least = isLone(segments) ? EDGE * EDGES : 0
  return segments.reduce((sum, segment) => sum + SPACE + beside(segment, least), 0)
}

function beside(segment: Segment, least: number): number {
  if (segment.kind === 'gap') return segment.missing ? GAP : CHECK
  if (segment.kind !== 'run') return 0
  const edges = segment.parts.reduce((sum, part) => sum + ('place' in part ? 0 : EDGE * Math.min(part.hidden, EDGES)), 0)
  return segment.parts.length + Math.max(least, edges)
}
