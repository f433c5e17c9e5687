import { expect, test } from 'vitest'
import type { CircleView, GameEntry, OptionEntry } from '../protocol/types'
import { Texts } from '../texts/texts'
import { clampNumber, describeChanges, describeRules, fitOptions, formatLength, listChanged, listPlainSeats, matters, parseLength, plays, rulesOf, setOption } from './house'

const STOCK: OptionEntry = { name: 'stock', label: 'Stapel', kind: 'choice', default: 'yes', values: [{ value: 'yes', label: 'ja' }, { value: 'no', label: 'nein' }] }
const DRAWING = {
  name: 'drawing',
  label: 'Ziehen',
  kind: 'choice',
  default: 'three',
  values: [{ value: 'three', label: 'drei' }, { value: 'one', label: 'nur eine' }],
  needs: ['stock', 'yes'],
} as unknown as OptionEntry
const FEWER = { name: 'fewer', label: 'Weniger', kind: 'each', default: '', high: 10, needs: ['stock', 'yes'] } as unknown as OptionEntry
const PLAY_ON: OptionEntry = { name: 'play_on', label: 'Um alle Plätze', kind: 'flag', default: false, values: [{ value: false, label: 'aus' }, { value: true, label: 'an' }] }
const FIRST: OptionEntry = { name: 'first', label: 'Wer beginnt', kind: 'seat', default: 0, values: [{ value: 'random', label: 'das Los' }] }
const GAME = { options: [STOCK, DRAWING, FEWER, PLAY_ON, FIRST] } as unknown as GameEntry

const texts = new Texts({ language: 'de', plural: 'n != 1', texts: { 'list.last': '{before} und {item}', 'option.fewer.seat': '{seat:player} (−{number})' } }).named((seat) => ['Ada', 'Ben', 'Cem'][seat] ?? '')

test('an option that needs another one has a meaning only with it', () => {
  expect(matters(GAME, DRAWING, {})).toBe(true)
  expect(matters(GAME, DRAWING, { stock: 'no' })).toBe(false)
})

test('numbers of players that need a house rule are told apart', () => {
  const game = { seats: [2, 3, 4], seats_need: [{ seats: 2, option: 'bluff', value: true }] } as unknown as GameEntry
  expect(listPlainSeats(game)).toEqual([3, 4])
})

test('what loses its meaning, or is as in the booklet again, is forgotten', () => {
  expect(setOption(GAME, { drawing: 'one', play_on: true }, 'stock', 'no')).toEqual({ stock: 'no', play_on: true })
  expect(setOption(GAME, { play_on: true }, 'play_on', false)).toEqual({})
})

test('with fewer seats, what belongs to a seat that is gone is left out', () => {
  expect(fitOptions(GAME, { first: 3, fewer: '0,2,0,1', play_on: true }, 3)).toEqual({ fewer: '0,2,0', play_on: true })
  expect(fitOptions(GAME, { first: 'random', fewer: '0,0,0,1' }, 2)).toEqual({ first: 'random' })
  expect(fitOptions(GAME, { fewer: '0,2', unknown: 1 }, 3)).toEqual({ fewer: '0,2,0' })
})

test('changes are told in words, with the names at the seats', () => {
  expect(describeChanges(GAME, { drawing: 'one', play_on: true, first: 1, fewer: '0,2,3' }, texts)).toEqual([
    'Ziehen: nur eine',
    'Weniger: Ben (−2) und Cem (−3)',
    'Um alle Plätze',
    'Wer beginnt: Ben',
  ])
  expect(listChanged(GAME, { drawing: 'three' })).toEqual([])
})

test('a number that cannot be is replaced by the nearest one', () => {
  expect([clampNumber(FEWER, 12), clampNumber(FEWER, -1), clampNumber(FEWER, Number.NaN), clampNumber(FEWER, 3)]).toEqual([10, 0, 0, 3])
})

test('the length of a match as a choice, and back', () => {
  for (const [length, text] of [[{ until: 50 }, 'until 50'], [{ rounds: 3 }, '3'], [{ rounds: 'players' }, 'players'], [{}, '']] as const) {
    expect(formatLength(length)).toBe(text)
    expect(parseLength(text)).toEqual(length)
  }
})

const JUNIOR = { ...GAME, id: 'junior', seats: [2, 3, 4] } as unknown as GameEntry
const circleWith = (rules: Record<string, unknown>) => ({ rules }) as unknown as CircleView

test('the rules of a circle fit the game as it is now', () => {
  expect(rulesOf(circleWith({}), JUNIOR)).toBeNull()
  expect(rulesOf(null, JUNIOR)).toBeNull()
  const kept = { seats: 7, options: { first: 3, old: true, stock: 'no' }, until: 50 }
  expect(rulesOf(circleWith({ junior: kept }), JUNIOR)).toEqual({ seats: 2, options: { stock: 'no' }, until: 50 })
})

test('a table plays by the rules of its circle with any number of people, but not with other rules', () => {
  const kept = { seats: 2, options: { stock: 'no', play_on: true }, until: 50 }
  expect(plays(JUNIOR, kept, { seats: 4, options: { play_on: true, stock: 'no' }, rounds: null, until: 50 })).toBe(true)
  expect(plays(JUNIOR, kept, { seats: 2, options: { stock: 'no', play_on: true }, rounds: 3 })).toBe(false)
  expect(plays(JUNIOR, kept, { seats: 2, options: { stock: 'no' }, until: 50 })).toBe(false)
  expect(plays(JUNIOR, null, { seats: 3 })).toBe(true)
})

test('the length of a match is told with the changes', () => {
  expect(describeRules(JUNIOR, { seats: 2, options: { play_on: true }, rounds: 3 }, texts)).toEqual(['Um alle Plätze', 'page.rounds: 3'])
  expect(describeRules(JUNIOR, { seats: 2, until: 50 }, texts)).toEqual(['page.rounds.points'])
})
