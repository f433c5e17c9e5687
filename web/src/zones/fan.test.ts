import { expect, test } from 'vitest'
import { keyed, lines } from './fan'

const shown = (hand: string, most: number) => lines(keyed(hand.split(' ')), most).map((line) => line.map((held) => held.card).join(' '))

test('a small hand is one line', () => {
  expect(shown('R1 R5 B7', 9)).toEqual(['R1 R5 B7'])
})

test('two lines break where a colour ends', () => {
  expect(shown('R1 R2 R3 Y4 G5 G6 G7 B8', 5)).toEqual(['R1 R2 R3 Y4', 'G5 G6 G7 B8'])
})

test('a colour that is too long is broken', () => {
  expect(shown('R1 R2 R3 R4 R5 R6 R7 B8', 5)).toEqual(['R1 R2 R3 R4', 'R5 R6 R7 B8'])
})

test('equal cards have different keys', () => {
  expect(keyed(['J', 'J']).map((held) => held.key)).toEqual(['J 1', 'J 2'])
})
