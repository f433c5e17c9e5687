import { describe, expect, it } from 'vitest'
import { chooseColumns } from './columns'

describe('columns of a grid', () => {
  it('makes the cards as wide as the room allows', () => {
    expect(chooseColumns(24, 6, 1200, 400)).toBe(12)
    expect(chooseColumns(24, 6, 340, 320)).toBe(6)
  })

  it('keeps the columns of the game where others gain little', () => {
    expect(chooseColumns(20, 5, 400, 480)).toBe(5)
  })

  it('breaks a long line', () => {
    expect(chooseColumns(20, 20, 340, 300)).toBeLessThan(9)
  })
})
