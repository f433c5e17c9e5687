import { expect, test } from 'vitest'
import type { View, Zone } from '../protocol/types'
import { Board } from './board.svelte'

const HAND: Zone = { kind: 'hand', name: 'hand.0', owner: 0, cards: ['R8', 'J', 'B15'] }
const ROWS: Zone = { kind: 'rows', name: 'rows', rows: [] }
const VIEW = {
  seat: 0,
  zones: [HAND, ROWS],
  moves: [{ verb: 'lay', choices: [{ kind: 'card', zone: 'hand.0', of: ['R8', 'J>R8', 'J>B7'] }], target: 'rows' }, { verb: 'end' }],
} as unknown as View

function table(view = VIEW, confirms = false) {
  const sent: string[] = []
  const refused: string[] = []
  const chosen: string[] = []
  const board = new Board({ move: (move) => sent.push(move), explain: (card) => refused.push(card), select: () => chosen.push(board.held) })
  board.confirms = confirms
  board.show(view)
  return { board, sent, refused, chosen }
}

test('a tap on a card that fits lays it', () => {
  const { board, sent } = table()
  board.tap(HAND, 'R8')
  expect(sent).toEqual(['lay R8'])
})

test('a card that is on its way stays picked until the next position', () => {
  const { board } = table()
  board.tap(HAND, 'R8')
  expect([board.isPicked(HAND, 'R8'), board.isPicked(HAND, 'B15')]).toEqual([true, false])
  board.show({ ...VIEW })
  expect(board.isPicked(HAND, 'R8')).toBe(false)
})

test('a tap on a card that does not fit asks why', () => {
  const { board, sent, refused } = table()
  board.tap(HAND, 'B15')
  expect([sent, refused]).toEqual([[], ['B15']])
})

test('a joker is picked up, then placed, or put back', () => {
  const { board, sent } = table()
  board.tap(HAND, 'J')
  expect(board.isPicked(HAND, 'J')).toBe(true)
  expect(board.optionsAt(HAND, 'R8')).toEqual([])
  board.tap(HAND, 'J')
  expect(board.held).toBe('')
  board.tap(HAND, 'J')
  board.tap(ROWS, 'B7')
  expect(sent).toEqual(['lay J>B7'])
})

test('another card can be laid instead of the joker in the hand', () => {
  const { board, sent, refused } = table()
  board.tap(HAND, 'J')
  board.tap(HAND, 'B15')
  expect([board.held, refused]).toEqual(['J', ['B15']])
  board.tap(HAND, 'R8')
  expect([sent, board.held]).toEqual([['lay R8'], ''])
})

test('a card that only a connection leads to is tapped as its place is', () => {
  const links = (...of: string[]) => ({ ...VIEW, moves: [...VIEW.moves!, { verb: 'link', choices: [{ kind: 'link', zone: 'rows', of }], target: 'rows' }] }) as View
  const one = table(links('Y15>B15', 'Y7>B7'))
  expect(one.board.optionsAt(HAND, 'B15')).toEqual([]) // it does not fit
  one.board.tap(HAND, 'J')
  one.board.tap(HAND, 'B15')
  expect([one.sent, one.refused]).toEqual([['link Y15>B15'], []])
  const two = table(links('Y15>B15', 'G15>B15'))
  two.board.tap(HAND, 'B15')
  expect([two.board.held, two.board.asked.map((option) => option.value)]).toEqual(['', ['Y15>B15', 'G15>B15']])
})

test('whatever is chosen or taken back is told, but not what a new position takes away', () => {
  const { board, chosen } = table(VIEW, true)
  const told = () => chosen.splice(0).length > 0
  const steps = [() => board.tap(HAND, 'J'), () => board.tap(HAND, 'J'), () => board.tap(HAND, 'R8'), () => board.clear(), () => board.tap(ROWS, 'R8')]
  expect(steps.map((step) => (step(), told()))).toEqual([true, true, true, true, true])
  board.tap(HAND, 'B15')
  board.show({ ...VIEW, moves: [] } as View)
  expect(told()).toBe(false)
})

test('a place that two cards could go to asks which', () => {
  const { board, sent } = table()
  board.tap(ROWS, 'R8')
  expect(board.asked.map((option) => option.value)).toEqual(['R8', 'J>R8'])
  board.take(board.asked[1]!)
  expect(sent).toEqual(['lay J>R8'])
})

test('with confirmation the second tap sends, another card replaces, and it can be taken back', () => {
  const { board, sent } = table(VIEW, true)
  board.tap(HAND, 'R8')
  expect([sent, board.ready]).toEqual([[], 'lay R8'])
  board.clear()
  expect(board.ready).toBeNull()
  board.tap(HAND, 'R8')
  board.tap(HAND, 'R8')
  expect(sent).toEqual(['lay R8'])
})

test('while a move is on its way nothing else is sent', () => {
  const { board, sent } = table()
  board.busy = true
  board.tap(HAND, 'R8')
  expect(sent).toEqual([])
})

test('moves without a card are buttons', () => {
  const { board, sent } = table()
  expect(board.buttons.map((option) => option.verb)).toEqual(['end'])
  board.take(board.buttons[0]!)
  expect(sent).toEqual(['end'])
})

test('a pile that stands for a player or a place is tapped itself', () => {
  const pile = (name: string, owner?: number) => ({ kind: 'pile', name, owner, pile: { count: 1 } }) as Zone
  const view = {
    seat: 0,
    zones: [pile('middle'), pile('open.0', 0), pile('open.2', 2)],
    moves: [{ verb: 'put', choices: [{ kind: 'seat', of: ['middle', 2, 'own'], zones: ['middle', 'open.2', 'open.0'] }] }],
  } as unknown as View
  const { board, sent } = table(view)
  board.tap(view.zones[1]!, 'open.0')
  board.tap(view.zones[2]!, 'open.2')
  expect(sent).toEqual(['put own', 'put 2'])
  expect([board.buttons, board.optionsForSeat(2)]).toEqual([[], []])
})

/** Farben sammeln: a card is taken from an open pile, by its number, or from the stock, by its name. */
const STOCK: Zone = { kind: 'pile', name: 'stock', pile: { count: 20 } }
const OPEN: Zone = { kind: 'piles', name: 'open', piles: [{ count: 1, top: 'R1' }, { count: 1, top: 'Y2' }] }
const TAKING = {
  seat: 0,
  zones: [OPEN, STOCK],
  moves: [{ verb: 'take', choices: [{ kind: 'pile', zone: 'open', of: ['stock', 1, 2] }] }],
} as unknown as View

test('a pile that a move names is tapped wherever it lies', () => {
  const { board, sent } = table(TAKING)
  board.tap(STOCK, 'stock')
  board.tap(OPEN, 2)
  expect(sent).toEqual(['take stock', 'take 2'])
  expect(board.optionsAt({ ...STOCK, name: 'other' }, 'other')).toEqual([])
})

test('a pile that a move names is picked, and a second tap confirms', () => {
  const { board, sent } = table(TAKING, true)
  board.tap(STOCK, 'stock')
  expect([board.isPicked(STOCK, 'stock'), board.isPicked(OPEN, 1), board.ready]).toEqual([true, false, 'take stock'])
  board.tap(STOCK, 'stock')
  expect(sent).toEqual(['take stock'])
})

test('a draft that is no longer legal is dropped', () => {
  const { board } = table(VIEW, true)
  board.tap(HAND, 'R8')
  board.show({ ...VIEW, moves: [] } as View)
  expect(board.draft).toBeNull()
})

const DECK: Zone = { kind: 'pile', name: 'stock', pile: { count: 20 } }
const HEAP: Zone = { kind: 'pile', name: 'pile', pile: { count: 3 } }
const PAIR: Zone = { kind: 'piles', name: 'open', piles: [{ count: 1, top: 'R1' }, { count: 1, top: 'B1' }] }

test('a tap on the pile from which a move takes makes the move', () => {
  const { board, sent } = table({ ...VIEW, zones: [HAND, ROWS, DECK], moves: [...VIEW.moves!, { verb: 'draw', source: 'stock' }] } as View)
  board.tap(DECK, 'stock')
  expect(sent).toEqual(['draw'])
})

test('a card that is dragged to a row lights up its place and is laid there', () => {
  const { board, sent } = table()
  board.dragged = { zone: HAND, card: 'J' }
  expect(['R8', 'B7', 'B9'].map((place) => board.accepts(ROWS, place))).toEqual([true, true, false])
  board.drop(HAND, 'J', { zone: ROWS, value: 'B7' })
  expect(sent).toEqual(['lay J>B7'])
})

test('a card can be dragged to one of several piles', () => {
  const choices = [{ kind: 'card', zone: 'hand.0', of: ['R8', 'B15'] }, { kind: 'pile', zone: 'open', of: [1, 2] }]
  const { board, sent } = table({ ...VIEW, zones: [HAND, PAIR], moves: [{ verb: 'put', choices }] } as unknown as View)
  board.dragged = { zone: HAND, card: 'R8' }
  expect(board.accepts(PAIR, 2)).toBe(true)
  board.drop(HAND, 'R8', { zone: PAIR, value: '2' })
  expect(sent).toEqual(['put R8 2'])
})

test('a card that is dropped beside every place is only picked, and dragged to its pile it is laid', () => {
  const choices = [{ kind: 'card', zone: 'hand.0', of: ['R8', 'B15'], most: 2 }]
  const { board, sent } = table({ ...VIEW, zones: [HAND, HEAP], moves: [{ verb: 'lay', choices, target: 'pile' }] } as unknown as View)
  board.drop(HAND, 'B15', null)
  expect([board.isPicked(HAND, 'B15'), sent]).toEqual([true, []])
  board.drop(HAND, 'B15', { zone: HEAP, value: 'pile' })
  expect(sent).toEqual(['lay B15'])
})

test('a weighty move can be asked for first', () => {
  const { board, sent } = table({ ...VIEW, moves: [{ verb: 'doubt', weighty: true }] } as unknown as View)
  board.ask(board.buttons)
  expect([board.asked.map((option) => option.verb), sent]).toEqual([['doubt'], []])
  board.take(board.asked[0]!)
  expect(sent).toEqual(['doubt'])
})

test('the card of a move that is made by itself is known, and the number of a hint', () => {
  const { board } = table()
  board.automatic = 'lay R8'
  expect(['R8', 'B15'].map((card) => board.isAutomatic(board.optionsAt(HAND, card)))).toEqual([true, false])
  board.hint = 'guess 33'
  expect([board.hintedNumber('guess'), board.hintedNumber('bid')]).toEqual([33, null])
})
