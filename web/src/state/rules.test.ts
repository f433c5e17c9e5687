import { expect, test } from 'vitest'
import type { GameEntry, OptionEntry } from '../protocol/types'
import { listRuleKeys } from './rules'

const FULL = { name: 'full_deck', label: '', kind: 'flag', default: false } as unknown as OptionEntry
const EDITION = { name: 'edition', label: '', kind: 'choice', default: '80', needs: ['full_deck', true] } as unknown as OptionEntry
const GAME = { id: 'mogeln', texts: 'mogeln', options: [FULL, EDITION] } as unknown as GameEntry

test('options in force add their texts, and an option without a meaning adds none', () => {
  expect(listRuleKeys(GAME, 'setup', {})).toEqual(['mogeln.rules.setup', 'mogeln.rules.setup.full_deck.off'])
  expect(listRuleKeys(GAME, 'setup', { full_deck: true })).toEqual([
    'mogeln.rules.setup',
    'mogeln.rules.setup.full_deck.on',
    'mogeln.rules.setup.full_deck.on.edition.80',
    'mogeln.rules.setup.edition.80',
  ])
})

test('numbers for each seat say only whether there are some', () => {
  const game = { ...GAME, options: [{ name: 'fewer', label: '', kind: 'each', default: '' } as unknown as OptionEntry] }
  expect(listRuleKeys(game, 'setup', { fewer: '0,2' })).toContain('mogeln.rules.setup.fewer.some')
  expect(listRuleKeys(game, 'setup', {})).toContain('mogeln.rules.setup.fewer.none')
})

test('a family adds its texts after those of the game', () => {
  const game = { ...GAME, id: 'classic', texts: 'rows', options: [FULL] }
  expect(listRuleKeys(game, 'turn', {})).toEqual(['classic.rules.turn', 'classic.rules.turn.full_deck.off', 'rows.rules.turn.full_deck.off'])
})
