import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Shown } from '../protocol/types'
import { MIN_MILLISECONDS, Stage, STAGE_MILLISECONDS } from './stage.svelte'

const decided = (kind: string) => ({ kind, moment: { kind: 'pair' } }) as Shown
const plain = { kind: 'lay' } as Shown

let stage: Stage
let done = 0

beforeEach(() => {
  vi.useFakeTimers()
  stage = new Stage()
  done = 0
})
afterEach(() => vi.useRealTimers())

const show = (events: Shown[], milliseconds: number = STAGE_MILLISECONDS.normal) => stage.show(events, milliseconds, () => done++)

test('without a moment the table goes on at once', () => {
  show([plain])
  expect([stage.scene, done]).toEqual([null, 1])
})

test('a moment stays for its time, then the table goes on', () => {
  show([plain, decided('win')])
  expect(stage.scene?.kind).toBe('win')
  vi.advanceTimersByTime(STAGE_MILLISECONDS.normal - 1)
  expect(done).toBe(0)
  vi.advanceTimersByTime(1)
  expect([stage.scene, done]).toEqual([null, 1])
})

test('each moment is told when it begins', () => {
  const told: string[] = []
  stage = new Stage(({ kind }) => told.push(kind))
  show([plain, decided('win'), decided('row')])
  expect(told).toEqual(['pair'])
  vi.advanceTimersByTime(STAGE_MILLISECONDS.normal)
  expect(told).toEqual(['pair', 'pair'])
})

test('several moments come one after another', () => {
  show([decided('schnapp'), decided('set')], STAGE_MILLISECONDS.quick)
  vi.advanceTimersByTime(STAGE_MILLISECONDS.quick)
  expect([stage.scene?.kind, done]).toEqual(['set', 0])
  vi.advanceTimersByTime(STAGE_MILLISECONDS.quick)
  expect(done).toBe(1)
})

test('a tap goes on to the next moment, but not one that was meant for the table', () => {
  show([decided('one'), decided('two')])
  stage.skip()
  expect(stage.scene?.kind).toBe('one')
  vi.advanceTimersByTime(MIN_MILLISECONDS)
  stage.skip()
  expect(stage.scene?.kind).toBe('two')
  vi.advanceTimersByTime(MIN_MILLISECONDS)
  stage.skip()
  expect(done).toBe(1)
})

test('a table that goes on at once shows nothing', () => {
  show([decided('win')], STAGE_MILLISECONDS.instant)
  expect([stage.scene, done]).toEqual([null, 1])
})

test('what is finished goes on, what is cleared does not', () => {
  show([decided('one'), decided('two')])
  stage.finish()
  expect([stage.scene, done]).toEqual([null, 1])
  show([decided('one')])
  stage.clear()
  vi.advanceTimersByTime(STAGE_MILLISECONDS.relaxed)
  expect([stage.scene, done]).toEqual([null, 1])
})
