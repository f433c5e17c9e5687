import { expect, test } from 'vitest'
import { seatNames } from './names'

const bot = (number: number) => ['Paul', 'Tessa', 'Luca', 'Hannah', 'Timo', 'Vera', 'Lisa'][number]!

test('people keep their names, free seats have none', () => {
  expect(seatNames([{ person: 'p', name: 'Vera' }, {}], bot)).toEqual(['Vera', ''])
  expect(seatNames([], bot)).toEqual([])
})

test('bots get names that nobody else has', () => {
  const names = seatNames([{ level: 'solid' }, { person: 'p', name: 'Luca' }, { level: 'solid' }, { level: 'solid' }], bot)
  expect(names).toEqual(['Paul', 'Luca', 'Hannah', 'Timo'])
})

test('who stands in for somebody keeps that name', () => {
  expect(seatNames([{ person: 'p', name: 'Lisa', away: true, level: 'solid' }], bot)).toEqual(['Lisa'])
})
