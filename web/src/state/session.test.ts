import { beforeEach, expect, test, vi } from 'vitest'
import type { Listener } from '../protocol/socket'
import type { Answer } from '../protocol/types'
import { TableSession } from './session.svelte'

/** The other end of the wire: what was sent waits here for its answer. */
const wire = vi.hoisted(() => ({ listener: null as unknown as Listener, waiting: [] as ((answer: object) => void)[] }))

vi.mock('../protocol/socket', () => ({
  TableSocket: class {
    constructor(_table: string, _key: string, _place: unknown, listener: Listener) {
      wire.listener = listener
    }

    send(): Promise<object> {
      return new Promise((done) => wire.waiting.push(done))
    }
  },
}))

const LOBBY = { table: 't-1', people: { p1: 'Vera' }, seats: [{ person: 'p1', name: 'Vera' }, { level: 'solid' }], in_charge: 'p1' }
const view = () => ({ view: { players: [{ seat: 0 }, { seat: 1 }] } })
const snapshot = (more: object = {}) => ({ type: 'table', number: 7, you: 'p1', seat: 0, seats: [0, 1], lobby: LOBBY, view: view(), ...more })
const event = (kind: string, more: object = {}) => ({ type: 'event', number: 8, at: 1, what: { kind }, view: view(), ...more })
const REFUSED = { type: 'refused', message: { key: 'error.no' } }

let session: TableSession
const hear = (answer: object) => wire.listener.onAnswer(answer as Answer)
const answer = async (given: object) => {
  wire.waiting.shift()!(given)
  await new Promise((done) => setTimeout(done))
}

beforeEach(() => {
  vi.stubGlobal('window', globalThis)
  wire.waiting.length = 0
  session = new TableSession('t-1', '', { turn() {}, move() {}, moment() {}, end() {} })
  hear(snapshot())
})

test('what was refused is past as soon as something is chosen', async () => {
  void session.ask({ type: 'move', move: 'lay R1' })
  await answer(REFUSED)
  expect(session.refusal).toEqual({ key: 'error.no' })
  session.select()
  expect(session.refusal).toBeNull()
})

test('a reason that comes when something else has been chosen is not shown', async () => {
  const why = { type: 'why', message: { key: 'error.gap' } }
  void session.explain('R1')
  session.select()
  await answer(why)
  expect(session.refusal).toBeNull()
  void session.explain('R1')
  await answer(why)
  expect(session.refusal).toEqual({ key: 'error.gap' })
})

test('what I have called stays said after a break, until something is played', async () => {
  const done = session.call('schnapp')
  await answer({ type: 'done' })
  await done
  expect(session.called).toBe('schnapp')
  hear(event('said', { what: { kind: 'said', person: 'p2' }, view: undefined }))
  hear(event('returned')) // what was missed brings the position once more
  hear(snapshot({ number: 8 }))
  expect(session.called).toBe('schnapp')
  hear(event('played'))
  expect(session.called).toBeNull()
})

test('every own seat speaks for itself, and after a gap nobody knows', async () => {
  void session.call('')
  await answer({ type: 'done' })
  hear(snapshot({ seat: 1 }))
  expect(session.called).toBeNull()
  hear(snapshot())
  expect(session.called).toBe('')
  hear(snapshot({ number: 99 }))
  expect(session.called).toBeNull()
})

test('a call that brought the next position has not been made in that one', async () => {
  void session.call('')
  hear(event('played'))
  await answer({ type: 'done' })
  expect(session.called).toBeNull()
})

test('what decides something is on the stage before the position changes', () => {
  vi.useFakeTimers()
  const before = session.table.view
  hear(event('played', { shown: [{ kind: 'win', moment: { kind: 'trick' } }] }))
  hear(event('played', { number: 9 }))
  expect(session.stage.scene?.kind).toBe('win')
  expect(session.table.view).toBe(before)
  vi.advanceTimersByTime(5000)
  expect(session.stage.scene).toBeNull()
  expect(session.table.number).toBe(9)
  vi.useRealTimers()
})

test('a whole table takes what is on the stage away', () => {
  hear(event('played', { shown: [{ kind: 'win', moment: { kind: 'trick' } }] }))
  hear(snapshot({ number: 12 }))
  expect(session.stage.scene).toBeNull()
  expect(session.table.number).toBe(12)
})

test('what is decided is told to the speaker, at a shared screen, too', () => {
  const heard: string[] = []
  session = new TableSession('t-1', '', { turn() {}, move() {}, moment: ({ kind }) => heard.push(kind), end() {} }, false)
  hear(snapshot())
  hear(event('played', { shown: [{ kind: 'win', moment: { kind: 'trick' } }] }))
  expect(heard).toEqual(['trick'])
})
