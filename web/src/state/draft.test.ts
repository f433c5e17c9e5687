import { expect, test } from 'vitest'
import type { Form, View } from '../protocol/types'
import { addOption, canGrow, completeMove, listOptions, valuesInZone, listRanges, writeMove, type Draft } from './draft'

const view = (...moves: Form[]) => ({ moves }) as View
const LAY: Form = { verb: 'lay', choices: [{ kind: 'card', zone: 'hand.0', of: ['R8', 'Y9'] }], target: 'rows' }
const END: Form = { verb: 'end' }
const CHEAT: Form = { verb: 'lay', choices: [{ kind: 'card', zone: 'hand.0', of: ['R1', 'R2', 'R3'], most: 2 }] }
const PUT: Form = {
  verb: 'put',
  choices: [
    { kind: 'card', zone: 'hand.0', of: ['R5', 'G5'] },
    { kind: 'pile', zone: 'open', of: [1, 2] },
  ],
}

const taps = (where: View, ...values: (string | number)[]): Draft | null =>
  values.reduce<Draft | null>((draft, value) => {
    const option = listOptions(where, draft).find((way) => way.value === value)
    if (!option) throw new Error(`${value} cannot be tapped`)
    return addOption(where, draft, option)
  }, null)

test('a card completes a move that needs nothing else', () => {
  const [first] = listOptions(view(LAY, END), null)
  expect(first).toMatchObject({ verb: 'lay', value: 'R8', zone: 'hand.0', target: 'rows', move: 'lay R8' })
  expect(listOptions(view(LAY, END), null).at(-1)).toMatchObject({ verb: 'end', zone: '', move: 'end' })
})

test('a card, then a pile', () => {
  const where = view(PUT)
  const card = taps(where, 'G5')
  expect(completeMove(where, card)).toBeNull()
  expect(valuesInZone(where, card, 'hand.0')).toEqual(['G5'])
  expect(listOptions(where, card).map((way) => way.move)).toEqual(['put G5 1', 'put G5 2'])
  expect(completeMove(where, taps(where, 'G5', 2))).toBe('put G5 2')
})

test('one or two cards: a second tap takes one back, a third card replaces the oldest', () => {
  const where = view(CHEAT)
  expect(writeMove(taps(where, 'R1')!)).toBe('lay R1')
  expect(canGrow(where, taps(where, 'R1'))).toBe(true)
  expect(completeMove(where, taps(where, 'R1', 'R3'))).toBe('lay R1 R3')
  expect(completeMove(where, taps(where, 'R1', 'R3', 'R1'))).toBe('lay R3')
  expect(completeMove(where, taps(where, 'R1', 'R2', 'R3'))).toBe('lay R2 R3')
  expect(taps(where, 'R1', 'R1')).toBeNull()
})

test('a number out of a range', () => {
  const where = view({ verb: 'guess', choices: [{ kind: 'number', low: 4, high: 80 }] })
  expect(listRanges(where, null)).toEqual([{ verb: 'guess', low: 4, high: 80, gone: [] }])
  const fewer = view({ verb: 'guess', choices: [{ kind: 'number', of: [4, 6, 7] }] })
  expect(listRanges(fewer, null)).toEqual([{ verb: 'guess', low: 4, high: 7, gone: [5] }])
  expect(listOptions(fewer, null)).toEqual([])
  expect(completeMove(where, { verb: 'guess', values: [[33]] })).toBe('guess 33')
  expect(completeMove(where, { verb: 'guess', values: [[81]] })).toBeNull()
})

test('forms with the same verb keep apart what belongs together', () => {
  const ask = (seat: number, cards: string[]): Form => ({
    verb: 'ask',
    choices: [
      { kind: 'seat', of: [seat] },
      { kind: 'card', of: cards },
    ],
  })
  const where = view(ask(1, ['R5']), ask(2, ['R5', 'G7']))
  expect(listOptions(where, taps(where, 1)).map((way) => way.move)).toEqual(['ask 1 R5'])
  expect(listOptions(where, taps(where, 2)).map((way) => way.move)).toEqual(['ask 2 R5', 'ask 2 G7'])
})

test('without moves there is nothing to tap', () => {
  expect(listOptions({} as View, null)).toEqual([])
  expect(completeMove(view(LAY), { verb: 'lay', values: [['B1']] })).toBeNull()
})
