import { expect, test } from 'vitest'
import { latest } from './log'

test('of many sentences the last ones are told', () => {
  expect(latest(['Vera draws.', 'Vera passes.', 'Paul lays red 12.'], 90)).toBe('Vera draws. Vera passes. Paul lays red 12.')
  expect(latest(['Vera draws.', 'Vera passes.', 'Paul lays red 12.'], 32)).toBe('Vera passes. Paul lays red 12.')
  expect(latest(['Vera draws.', 'Paul lays red 12.'], 5)).toBe('Paul lays red 12.')
  expect(latest([], 5)).toBe('')
})
