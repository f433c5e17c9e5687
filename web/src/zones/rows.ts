/** The layout of a row: all its places or, on a narrow screen, runs of cards between gaps. */
import type { Row } from '../protocol/types'

export type Segment =
  | { kind: 'gap'; key: string; missing: number }
  | { kind: 'place'; key: string; place: string }
  | { kind: 'many'; key: string; places: string[] }
  | { kind: 'run'; key: string; parts: Part[] }

/** A visible card of a run, or the number of cards that are hidden between two visible ones. */
export type Part = { place: string } | { hidden: number; key: string }

/** From this number on, open places side by side are shown as one. */
const MANY = 3

/** At most this number of edges of hidden cards is drawn. */
export const EDGES = 6

// widths, in pixels: as in Rows.svelte
const SPACE = 4
const GAP = 34
const BETWEEN = 18
const CHECK = 16
const EDGE = 4
const TIGHT = 1

/** The width of the narrowest card: a row that needs narrower ones goes on in a second line. As in Rows.svelte. */
const MIN_CARD_PIXELS = 26

/** The place of a card: `J>B7` lies at `B7`. */
export function placeOf(card: string): string {
  return card.split('>').at(-1)!
}

/** Every place of a row; empty where the row has none. */
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

/** The runs of laid cards with their ends, the open places beside them, and the number of places between. A place that
 * `matters` now is always shown. */
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
      found.push({ kind: 'place', key: place, place })
    } else missing++
  }
  gap(row.high + 1, true)
  return groupPlaces(found)
}

/** Draw several open places side by side as one, which asks which of them is meant. */
function groupPlaces(found: readonly Segment[]): Segment[] {
  const made: Segment[] = []
  for (let at = 0; at < found.length; at++) {
    const beside: string[] = []
    for (let next = found[at]; next?.kind === 'place'; next = found[at + beside.length]) beside.push(next.place)
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

/** Whether a row grows from one place only. Then everything has a fixed place, and only the cards move when it grows. */
export function isLone(segments: readonly Segment[]): boolean {
  const inner = segments.slice(1, -1)
  return inner.every((segment) => segment.kind !== 'gap') && inner.filter((segment) => segment.kind === 'run').length <= 1
}

/** Whether nothing of a row is drawn: no card lies there, and no place is open. */
export function isEmpty(segments: readonly Segment[]): boolean {
  return segments.every((segment) => segment.kind === 'gap')
}

/** A part of such a row, between the gaps at its ends. */
type RowPart = Part | Extract<Segment, { kind: 'place' | 'many' }>

/** A part with its position: card widths and pixels to the right of the middle. */
export interface PlacedPart {
  key: string
  what: RowPart
  cards: number
  pixels: number
}

/** The positions of all parts of a row that grows from one place: the run in the middle with room for both ends and the
 * edges between, the open places on both sides. */
export function placeParts(segments: readonly Segment[]): PlacedPart[] {
  const inner = segments.slice(1, -1)
  const run = inner.findIndex((segment) => segment.kind === 'run')
  const at = run < 0 ? Math.floor(inner.length / 2) : run
  const [left, middle, right] = [things(inner.slice(0, at)), things(inner.slice(at, at + 1)), things(inner.slice(at + 1))]
  const [before, own] = [wideTogether(left, SPACE), wideTogether(middle, TIGHT)]
  const half = run < 0 || own.cards > 2 ? { cards: own.cards / 2, pixels: own.pixels / 2 } : { cards: 1, pixels: (EDGE * EDGES) / 2 + TIGHT }
  return [
    ...side(left, { cards: -half.cards - before.cards, pixels: -half.pixels - before.pixels }, SPACE),
    ...side(middle, { cards: -own.cards / 2, pixels: -own.pixels / 2 }, TIGHT),
    ...side(right, { cards: half.cards, pixels: half.pixels + SPACE }, SPACE),
  ]
}

interface Width {
  cards: number
  pixels: number
}

function things(segments: readonly Segment[]): RowPart[] {
  return segments.flatMap((segment): RowPart[] => (segment.kind === 'run' ? segment.parts : segment.kind === 'gap' ? [] : [segment]))
}

function side(found: readonly RowPart[], from: Width, space: number): PlacedPart[] {
  return found.map((what, at) => {
    const before = wideTogether(found.slice(0, at), space)
    return { key: 'place' in what ? what.place : what.key, what, cards: from.cards + before.cards, pixels: from.pixels + before.pixels }
  })
}

function wideTogether(found: readonly RowPart[], space: number): Width {
  const cards = found.reduce((sum, what) => sum + ('hidden' in what ? 0 : 'places' in what ? 2 : 1), 0)
  const edges = found.reduce((sum, what) => sum + ('hidden' in what ? EDGE * Math.min(what.hidden, EDGES) : 0), 0)
  return { cards, pixels: edges + space * found.length }
}

/** The number of cards and places side by side; a row that grows from one place has that place in the middle. */
export function cells(segments: readonly Segment[]): number {
  if (!isLone(segments)) return segments.reduce((sum, segment) => sum + wide(segment, 1), 0)
  const run = segments.findIndex((segment) => segment.kind === 'run')
  if (run < 0) return segments.reduce((sum, segment) => sum + wide(segment, 0), 0)
  const [left, right] = [segments.slice(0, run), segments.slice(run + 1)].map((side) => side.reduce((sum, segment) => sum + wide(segment, 0), 0))
  return wide(segments[run]!, 2) + 2 * Math.max(left!, right!)
}

function wide(segment: Segment, ends: number): number {
  if (segment.kind === 'run') return Math.max(ends, segment.parts.filter((part) => 'place' in part).length)
  return { gap: 0, place: 1, many: 2 }[segment.kind]
}

/** The width in pixels of everything in a row but its cards: gaps, edges of hidden cards, space between. */
export function restPixels(segments: readonly Segment[]): number {
  const least = isLone(segments) ? EDGE * EDGES : 0
  return segments.reduce((sum, segment, at) => sum + SPACE + beside(segment, least, at > 0 && at < segments.length - 1), 0)
}

function beside(segment: Segment, least: number, inner: boolean): number {
  if (segment.kind === 'gap') return inner ? BETWEEN : segment.missing ? GAP : CHECK
  if (segment.kind !== 'run') return 0
  const edges = segment.parts.reduce((sum, part) => sum + ('place' in part ? 0 : EDGE * Math.min(part.hidden, EDGES)), 0)
  return segment.parts.length + Math.max(least, edges)
}

/** Whether a row has too little room for one line. */
export function isCrowded(segments: readonly Segment[], width: number): boolean {
  return (width - restPixels(segments)) / cells(segments) < MIN_CARD_PIXELS
}
