import { describe, expect, it } from 'vitest'
import { keyCards } from './fan'
import { groupOf, moveCard, orderHand, sortHand } from './sorting'

const HAND = ['R2', 'R9', 'Y2', 'G9', 'J']
const keys = (cards: string[]) => keyCards(cards).map(({ key }) => key)

describe('the order of a hand', () => {
  it('keeps the colours of the table, or puts equal numbers together', () => {
    expect(sortHand(HAND, 'colour')).toEqual(HAND)
    expect(sortHand(HAND, 'number')).toEqual(['R2', 'Y2', 'R9', 'G9', 'J'])
  })

  it('knows what belongs together', () => {
    expect(groupOf('R12', 'colour')).toBe('R')
    expect(groupOf('R12', 'number')).toBe('12')
  })

  it('follows the order of the player, and puts new cards beside their neighbours', () => {
    const order = moveCard(keyCards(HAND), 'G9 1', 0)
    expect(order).toEqual(keys(['G9', 'R2', 'R9', 'Y2', 'J']))
    const now = keyCards(['R2', 'R5', 'Y2', 'G9', 'J'])
    expect(orderHand(now, order).map(({ card }) => card)).toEqual(['G9', 'R2', 'R5', 'Y2', 'J'])
  })
})
