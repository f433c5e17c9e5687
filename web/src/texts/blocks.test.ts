import { expect, test } from 'vitest'
import { splitBlocks } from './blocks'

test('blank lines separate paragraphs, and numbered lines become steps below their title', () => {
  expect(splitBlocks('First.\n\nJokers\n1. One.\n2. Two.\n\n1. Alone.')).toEqual([
    { text: 'First.', steps: [] },
    { text: 'Jokers', steps: ['One.', 'Two.'] },
    { text: '', steps: ['Alone.'] },
  ])
})
