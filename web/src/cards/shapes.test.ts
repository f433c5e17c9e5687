import { expect, test } from 'vitest'
import { avatar, face, NAMES, SHAPES } from './shapes'

test('six people at a table have six shapes and six colours', () => {
  const signs = [0, 1, 2, 3, 4, 5].map(avatar)
  expect(new Set(signs.map((sign) => SHAPES[sign])).size).toBe(6)
  expect(new Set(signs.map((sign) => NAMES[sign])).size).toBe(6)
})

test('a card has a colour of the deck or none', () => {
  expect(face('B7').colour).toBe('B')
  expect(face('J').colour).toBeNull()
  expect(face('V7').colour).toBeNull()
})
