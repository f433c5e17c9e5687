import { expect, test } from 'vitest'
import { barHeight } from './statistics'

test('the first place fills the picture, and the last one is still to be seen', () => {
  expect([1, 2, 3].map((place) => Math.round(barHeight({ place, seats: 3 }, 200)))).toEqual([200, 115, 30])
  expect(barHeight({ place: 1, seats: 1 }, 100)).toBe(100)
})
