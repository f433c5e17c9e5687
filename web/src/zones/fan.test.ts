import { expect, test } from 'vitest'
import { fitCards, isFirst, keyCards, linesHeight, splitLines } from './fan'

const shown = (hand: string, most: number) => splitLines(keyCards(hand.split(' ')), { rows: Math.ceil(hand.split(' ').length / most), most }).map((line) => line.map((held) => held.card).join(' '))

test('a small hand is one line', () => {
  expect(shown('R1 R5 B7', 9)).toEqual(['R1 R5 B7'])
})

test('two lines break where a colour ends', () => {
  expect(shown('R1 R2 R3 Y4 G5 G6 G7 B8', 5)).toEqual(['R1 R2 R3 Y4', 'G5 G6 G7 B8'])
})

test('several lines are about as long as each other', () => {
  expect(shown('R1 R2 R3 R4 R5 R6 R7 R8 R9 R10', 4).map((line) => line.split(' ').length)).toEqual([4, 3, 3])
})

test('a colour that is too long is broken', () => {
  expect(shown('R1 R2 R3 R4 R5 R6 R7 B8', 5)).toEqual(['R1 R2 R3 R4', 'R5 R6 R7 B8'])
})

test('equal cards have different keys', () => {
  expect(keyCards(['J', 'J']).map((held) => held.key)).toEqual(['J 1', 'J 2'])
})

test('of equal cards one is the first', () => {
  expect(keyCards(['R11', 'J', 'J']).map((held) => isFirst(held.key))).toEqual([true, true, false])
})

test('few cards are big, many are in two lines and still show a finger of each', () => {
  const phone = { width: 344, height: 141, least: 54, widest: 90, strip: 31 }
  expect(fitCards(4, phone)).toMatchObject({ size: 90, rows: 1 })
  const { size, rows, most } = fitCards(20, phone)
  expect([rows, most]).toEqual([2, 10])
  expect(size).toBeGreaterThanOrEqual(54)
  expect((phone.width - size) / (most - 1)).toBeGreaterThanOrEqual(phone.strip)
  expect(linesHeight(size, 2)).toBeLessThanOrEqual(phone.height)
})

test('whatever does not fit is as small as can be, and no card shows less than a finger', () => {
  const tight = { width: 200, height: 60, least: 54, widest: 90, strip: 31 }
  const { size, most } = fitCards(20, tight)
  expect(size).toBe(54)
  expect((tight.width - size) / (most - 1)).toBeGreaterThanOrEqual(tight.strip)
})
