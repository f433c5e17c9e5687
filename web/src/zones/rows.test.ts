import { expect, test } from 'vitest'
import type { Row } from '../protocol/types'
import { cells, isCrowded, isFull, isLone, places, restPixels, segments, placeParts, type Segment } from './rows'

const row = (cards: string, open: string, low = 1, high = 20): Row => ({
  colour: 'R',
  low,
  high,
  cards: cards ? cards.split(' ') : [],
  open: open ? open.split(' ') : [],
})

const drawn = (found: Segment[]) =>
  found
    .map((segment) => {
      if (segment.kind === 'gap') return `(${segment.missing})`
      if (segment.kind === 'place') return segment.place.toLowerCase()
      if (segment.kind === 'many') return `[${segment.places.join(' ').toLowerCase()}]`
      return segment.parts.map((part) => ('place' in part ? part.place : `.${part.hidden}.`)).join(' ')
    })
    .join(' ')

test('an empty row shows its beginning and what is missing on both sides', () => {
  expect(drawn(segments(row('', 'R11')))).toBe('(10) r11 (9)')
})

test('a run shows its ends, what lies between, and the open places beside it', () => {
  const found = segments(row('R8 R9 R10 R11 R12', 'R7 R13'))
  expect(drawn(found)).toBe('(6) r7 R8 .3. R12 r13 (7)')
  expect(cells(found)).toBe(4)
})

test('two runs have a gap between; a whole row has nothing missing', () => {
  expect(drawn(segments(row('R1 R2 R10 R11', 'R3 R9', 1, 11)))).toBe('(0) R1 R2 r3 (5) r9 R10 R11 (0)')
  const whole = row('R1 R2 R3', '', 1, 3)
  expect(drawn(segments(whole))).toBe('(0) R1 .1. R3 (0)')
  expect(isFull(whole)).toBe(true)
})

test('what matters is shown even in the middle of a run or of a gap', () => {
  const found = segments(row('R8 R9 J>R10 R11', 'R7 R12'), (place) => place === 'R10' || place === 'R15')
  expect(drawn(found)).toBe('(6) r7 R8 .1. R10 R11 r12 (2) r15 (5)')
})

test('many open places side by side are one', () => {
  const found = segments(row('R11 R12', 'R10 R13'), (place) => ['R8', 'R9', 'R14'].includes(place))
  expect(drawn(found)).toBe('(7) [r8 r9 r10] R11 R12 r13 r14 (6)')
  expect(cells(found)).toBe(6)
})

test('what grows from one place has as much room on one side as on the other', () => {
  const found = segments(row('R11 R12', 'R13'), (place) => ['R14', 'R15'].includes(place))
  expect(drawn(found)).toBe('(10) R11 R12 [r13 r14 r15] (5)')
  expect(cells(found)).toBe(6)
})

test('a row is crowded where its cards would be too small to read', () => {
  const islands = segments(row('R2 R4 R6 R8 R10 R12 R14', 'R1 R3 R5 R7 R9 R11 R13 R15'))
  expect(isCrowded(islands, 344)).toBe(true)
  expect(isCrowded(islands, 820)).toBe(false)
  expect(isCrowded(segments(row('R8 R9 R10', 'R7 R11')), 344)).toBe(false)
})

test('gaps and hidden cards need room beside the cards', () => {
  const two = (cards: string) => restPixels(segments(row(`R1 R2 ${cards}`, 'R3', 1, 20)))
  expect(two('R10 R11 R12 R13')).toBeGreaterThan(two('R10 R11'))
})

test('a row that grows from one place has its room from its first card on', () => {
  const first = segments(row('R11', 'R10 R12'))
  const later = segments(row('R9 R10 R11 R12', 'R8 R13'))
  expect([isLone(first), cells(first)]).toEqual([isLone(later), cells(later)])
  expect(restPixels(later) - restPixels(first)).toBeLessThanOrEqual(2)
})

test('in such a row the open places stay where they are, and the first card where its place was', () => {
  const stands = (cards: string, open: string) => new Map(placeParts(segments(row(cards, open))).map(({ key, cards, pixels }) => [key, [cards, pixels]]))
  const [empty, first, later] = [stands('', 'R11'), stands('R11', 'R10 R12'), stands('R9 R10 R11 R12', 'R8 R13')]
  expect(first.get('R11')![0]).toBe(empty.get('R11')![0])
  expect([later.get('R8'), later.get('R13')]).toEqual([first.get('R10'), first.get('R12')])
  expect([...later.keys()]).toEqual(['R8', 'R9', 'before R12', 'R12', 'R13'])
})

test('a row with two runs does not grow from one place', () => {
  expect(isLone(segments(row('R1 R2 R10', 'R3 R9 R11')))).toBe(false)
})

test('rows of other lengths leave places free', () => {
  expect(places(row('', '', 2, 4), 1, 5)).toEqual(['', 'R2', 'R3', 'R4', ''])
})
