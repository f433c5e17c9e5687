import { describe, expect, it } from 'vitest'
import { minutesLeft } from './announcement'

describe('an announcement', () => {
  it('counts the minutes, and ends', () => {
    expect(minutesLeft(300_000, 0)).toBe(5)
    expect(minutesLeft(300_000, 240_001)).toBe(1)
    expect(minutesLeft(300_000, 300_000)).toBe(0)
    expect(minutesLeft(0, 1_000)).toBe(0)
  })
})
