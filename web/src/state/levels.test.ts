import { expect, it } from 'vitest'
import { offeredLevels, usualLevel } from './levels'

const ALL = ['random', 'beginner', 'eager', 'sensible', 'solid', 'expert', 'master']
const WITH_TRAINED = ['random', 'beginner', 'eager', 'sensible', 'solid', 'trained', 'expert', 'master']

it('offers five levels, and an odd one only where it is chosen', () => {
  expect(offeredLevels(ALL)).toEqual(['random', 'beginner', 'solid', 'expert', 'master'])
  expect(offeredLevels(ALL, 'eager')).toEqual(['random', 'beginner', 'solid', 'expert', 'master', 'eager'])
  expect(offeredLevels(['random'])).toEqual(['random'])
})

it('offers trained bots instead of solid ones, and keeps a solid one that is chosen', () => {
  expect(offeredLevels(WITH_TRAINED)).toEqual(['random', 'beginner', 'trained', 'expert', 'master'])
  expect(offeredLevels(WITH_TRAINED, 'solid')).toEqual(['random', 'beginner', 'trained', 'expert', 'master', 'solid'])
})

it('fills with good players where the game has them', () => {
  expect(usualLevel(WITH_TRAINED)).toBe('trained')
  expect(usualLevel(ALL)).toBe('solid')
  expect(usualLevel(['random'])).toBe('random')
})
