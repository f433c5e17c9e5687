import { expect, test } from 'vitest'
import { Texts } from './texts'

const LIST = {
  language: 'de',
  plural: '(n != 1)',
  texts: {
    'card.number': '{colour:colour} {number}',
    'card.joker': 'Joker',
    'card.joker_as': 'Joker als {card:card}',
    'colour.R': 'rot',
    'player.number': 'Spieler {number}',
    'list.none': '–',
    'list.more': '{before}, {item}',
    'list.last': '{before} und {item}',
    'list.or': '{before} oder {item}',
    lays: '{seat:Player} legt {cards:cards}.',
    passen: ['{count} passt', '{count} passen'],
    said: '{what:text}!',
    'junior.name': 'Junior für Kinder',
    plays: 'Wir spielen {game:game}.',
    opens: 'Es beginnt mit {cards:either}.',
  },
}
const texts = new Texts(LIST, (seat) => (seat === 1 ? '<b>{seat}</b>' : ''))

test('cards, players and lists are put into words', () => {
  expect(texts.text('lays', { seat: 0, cards: ['R8', 'J', 'J>R9'] })).toBe('Spieler 1 legt rot 8, Joker und Joker als rot 9.')
})

test('of cards of which one is meant the last comes after "or"', () => {
  const said = [['R8'], ['R8', 'R9'], ['R8', 'R9', 'J']].map((cards) => texts.text('opens', { cards }))
  expect(said).toEqual(['Es beginnt mit rot 8.', 'Es beginnt mit rot 8 oder rot 9.', 'Es beginnt mit rot 8, rot 9 oder Joker.'])
})

test('names stay what they are, whatever stands in them', () => {
  expect(texts.text('lays', { seat: 1, cards: [] })).toBe('<b>{seat}</b> legt –.')
})

test('a text about the reader has a form of its own', () => {
  const own = new Texts({ ...LIST, texts: { ...LIST.texts, 'lays.you': 'Du legst {cards:cards}.' } }).named(() => '', 0)
  expect([0, 1].map((seat) => own.text('lays', { seat, cards: ['R8'] }))).toEqual(['Du legst rot 8.', 'Spieler 2 legt rot 8.'])
})

test('a game has its name, or else its id', () => {
  expect(['junior', 'toy'].map((game) => texts.text('plays', { game }))).toEqual(['Wir spielen Junior für Kinder.', 'Wir spielen toy.'])
})

test('numbers pick the form', () => {
  expect([1, 2, '1–3'].map((count) => texts.text('passen', { count }))).toEqual(['1 passt', '2 passen', '1–3 passen'])
})

test('messages stand in messages; what is missing shows its key', () => {
  expect(texts.text('said', { what: { key: 'passen', values: { count: 3 } } })).toBe('3 passen!')
  expect(texts.text('no.such.key')).toBe('no.such.key')
})

const sources = import.meta.glob<string>(['../**/*.svelte', '../**/*.ts', '../worker.js', '!../**/*.test.ts'], { query: '?raw', import: 'default', eager: true })

const catalogues = import.meta.glob<string>('../../../src/reihum/texts/catalogues/de/*.po', { query: '?raw', import: 'default', eager: true })

test('every text the page names is there, and every text of the page is used', () => {
  const known = new Set([...Object.values(catalogues).join('\n').matchAll(/^msgid "(page\.[^"]+)"/gm)].map((found) => found[1]!))
  const code = Object.values(sources).join('\n')
  const named = [...code.matchAll(/['"`](page\.[\w.-]+)['"`]/g)].map((found) => found[1]!)
  expect(named.filter((key) => !known.has(key))).toEqual([])
  const made = [...code.matchAll(/`(page\.[^`]*?)\$\{/g)].map((found) => found[1]!)
  expect([...known].filter((key) => !named.includes(key) && !made.some((start) => key.startsWith(start)))).toEqual([])
})
