import { expect, test } from 'vitest'
import type { View } from '../protocol/types'
import { moveLabel, optionLabel, zoneLabel } from './labels'
import { Texts } from './texts'

const texts = new Texts({
  language: 'de',
  plural: '(n != 1)',
  texts: {
    'card.number': '{colour:colour} {number}',
    'colour.R': 'Rot',
    'list.last': '{before} und {item}',
    'page.pile.number': 'Stapel {number}',
    'verb.farben_sammeln.take': 'Nehmen',
    'verb.farben_sammeln.put': 'Ablegen',
    'zone.master.links': ['Verbindung', 'Verbindungen'],
    'zone.hand': 'Hand',
    'word.farben_sammeln.stock': 'verdeckter Stapel',
  },
})

const PILE = { kind: 'pile', zone: 'open' }
const view = {
  moves: [
    { verb: 'take', choices: [{ ...PILE, of: ['stock', 1, 2] }] },
    { verb: 'put', choices: [{ kind: 'card', zone: 'hand.0', of: ['R5'] }, { ...PILE, of: [1, 2] }] },
  ],
} as unknown as View

test('a pile is not just a number', () => {
  const label = (move: string) => moveLabel(move, view, { family: 'farben_sammeln', texts })
  expect(['take 1', 'take stock', 'put R5 2'].map(label)).toEqual(['Nehmen: Stapel 1', 'Nehmen: verdeckter Stapel', 'Ablegen: Rot 5 und Stapel 2'])
  expect(optionLabel({ verb: 'take', value: 2, kind: 'pile', zone: 'open', target: '' }, { family: 'farben_sammeln', texts })).toBe('Nehmen: Stapel 2')
})

test('tokens are counted, other zones are not', () => {
  const labels = [0, 1, 2].map((count) => zoneLabel('links.0', { family: 'master', texts }, count))
  expect(labels).toEqual(['Verbindungen', 'Verbindung', 'Verbindungen'])
  expect(zoneLabel('hand.1', { family: 'master', texts })).toBe('Hand')
})
