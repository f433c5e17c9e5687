import { expect, test } from 'vitest'
import type { MatchView, View } from '../protocol/types'
import { Texts } from '../texts/texts'
import { automaticMove, canCall, handZone, isOver, isPresent, makeTableState, newsText, otherPlayers, ownPlayer, totalPoints } from './state'

const texts = new Texts({ language: 'en', plural: '(n != 1)', texts: { 'toy.event.lay': '{seat:Player} lays.', 'toy.event.draw': '{seat:Player} draws.' } }, (seat) => ['Ada', 'Bo', 'Cy'][seat]!)
const words = { family: 'toy', texts }
const players = [0, 1, 2].map((seat) => ({ seat }))
const match = (view: object = {}, more: object = {}) =>
  ({ round: 0, rounds: 3, sheet: [], totals: [0, 0, 0], view: { seat: 1, players, zones: [], ...view } as unknown as View, ...more }) as MatchView

test('what a page does not say is as at a table where nothing happens', () => {
  const state = makeTableState({ mode: 'watch', match: match(), words, choose: { busy: true } })
  expect(state.choose).toEqual({ busy: true, confirms: false, automatic: null })
  expect([state.players.seats, state.news.events, state.calls.called, state.hint]).toEqual([[], [], null, null])
})

test('the others sit in the order of turns, beginning after me', () => {
  const state = makeTableState({ mode: 'play', match: match(), words })
  expect(ownPlayer(state)?.seat).toBe(1)
  expect(otherPlayers(state).map((player) => player.seat)).toEqual([2, 0])
  const watching = makeTableState({ mode: 'watch', match: match({ seat: null }), words })
  expect([ownPlayer(watching), otherPlayers(watching).length]).toEqual([undefined, 3])
})

test('points are shown from the end of the first round on', () => {
  expect(totalPoints(makeTableState({ mode: 'play', match: match(), words }), 2)).toBeNull()
  expect(totalPoints(makeTableState({ mode: 'play', match: match({}, { sheet: [[1, 2, 3]], totals: [1, 2, 3] }), words }), 2)).toBe(3)
})

test('only people who are connected are present', () => {
  const seats = [{ person: 'p1' }, { person: 'p2' }]
  const state = makeTableState({ mode: 'play', match: match(), words, players: { seats, present: ['p2'] } })
  expect([isPresent(state, 0), isPresent(state, 1)]).toEqual([false, true])
  expect(isPresent(makeTableState({ mode: 'replay', match: match(), words, players: { seats } }), 0)).toBe(true)
})

test('you can call from a seat of your own, while the round lasts', () => {
  const at = (mode: 'play' | 'watch', own: number[], view: object = {}) => canCall(makeTableState({ mode, match: match(view), words, players: { own } }))
  expect([at('play', [1]), at('play', [0]), at('watch', [1]), at('play', [1], { outcome: {} }), at('play', [], { seat: null })]).toEqual([true, false, false, false, false])
})

test('the end of a round matters to people who played it', () => {
  const at = (mode: 'play' | 'watch') => isOver(makeTableState({ mode, match: match({ outcome: {} }), words }))
  expect([at('play'), at('watch')]).toEqual([true, false])
})

test('news are the last events that fit; a replay and the end of a round have none', () => {
  const events = [{ kind: 'draw', seat: 0 }, { kind: 'lay', seat: 2 }]
  const told = (mode: 'play' | 'replay', most: number, view: object = {}) => newsText(makeTableState({ mode, match: match(view), words, news: { events } }), most)
  expect([told('play', 90), told('play', 12)]).toEqual(['Ada draws. Cy lays.', 'Cy lays.'])
  expect([told('replay', 90), told('play', 90, { outcome: {} })]).toEqual(['', ''])
})

test('a hand has the name that the view gives it', () => {
  const state = makeTableState({ mode: 'play', match: match({ zones: [{ kind: 'hand', name: 'cards of 2', owner: 2, count: 4 }] }), words })
  expect([handZone(state, 2), handZone(state, 0)]).toEqual(['cards of 2', ''])
})

test('a move is made by itself for a player who leaves that to the table', () => {
  const moves = [{ verb: 'lay', routine: true, choices: [{ kind: 'card', of: ['R12'] }] }]
  const at = (mode: 'play' | 'watch', automatic: number | null) => automaticMove(makeTableState({ mode, match: match({ moves }), words, choose: { automatic } }))?.move
  expect([at('play', 1200), at('play', null), at('watch', 1200)]).toEqual(['lay R12', undefined, undefined])
})
