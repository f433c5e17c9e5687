import { expect, it } from 'vitest'
import { offeredLevels, usualLevel } from './levels'

const ALL = ['random', 'beginner', 'eager', 'sensible', 'solid', 'expert', 'master']

it('offers five levels, and an odd one only where it is chosen', () => {
  expect(offeredLevels(ALL)).toEqual(['random', 'beginner', 'solid', 'expert', 'master'])
  expect(offeredLevels(ALL, 'eager')).toEqual(['random', 'beginner', 'solid', 'expert', 'master', 'eager'])
  expect(offeredLevels(['random'])).toEqual(['random'])
})

it('fills with good players where the game has them', () => {
  expect(usualLevel(ALL)).toBe('solid')
  expect(usualLevel(['random'])).toBe('random')
})
