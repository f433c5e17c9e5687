import { expect, test } from 'vitest'
import { lastSentences } from './log'

test('of many sentences the last ones are told', () => {
  expect(lastSentences(['Vera draws.', 'Vera passes.', 'Paul lays red 12.'], 90)).toBe('Vera draws. Vera passes. Paul lays red 12.')
  expect(lastSentences(['Vera draws.', 'Vera passes.', 'Paul lays red 12.'], 32)).toBe('Vera passes. Paul lays red 12.')
  expect(lastSentences(['Vera draws.', 'Paul lays red 12.'], 5)).toBe('Paul lays red 12.')
  expect(lastSentences([], 5)).toBe('')
})
