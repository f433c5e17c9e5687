import { expect, test } from 'vitest'
import { Texts } from '../texts/texts'
import { makeResult, makeResultPicture, resultText } from './result'

const texts = new Texts({
  language: 'en',
  plural: '(n != 1)',
  texts: {
    'page.bot.2': 'Tessa',
    'page.bot.named': '{name} (bot, {level})',
    'page.level.solid': 'Solid',
    'page.result.line': '{place}. {name} – {points} {unit}',
    'page.result.played': 'Played with Reihum',
    'points.rows': ['point', 'points'],
  },
})

const match = {
  game: 'Classic',
  family: 'rows',
  at: Date.UTC(2026, 10, 16, 12),
  seats: [{ name: 'Mia', person: 'p1' }, { level: 'solid' }, { name: 'Ben', person: 'p2' }],
  places: [2, 1, 2],
  points: [12, 1, 12],
}

test('the text has everybody by place, with equal places side by side', () => {
  expect(resultText(makeResult(match, texts), texts).split('\n')).toEqual([
    'Classic · November 16, 2026',
    '1. Tessa (bot, Solid) – 1 point',
    '2. Mia – 12 points',
    '2. Ben – 12 points',
    'Played with Reihum',
  ])
})

test('the picture has a row for each player, and room for all of them', () => {
  const picture = makeResultPicture(makeResult(match, texts), texts)
  expect(picture.title).toBe('Classic')
  expect(picture.rows.map((row) => [row.place, row.name, row.points, row.won])).toEqual([
    ['1.', 'Tessa (bot, Solid)', '1', true],
    ['2.', 'Mia', '12', false],
    ['2.', 'Ben', '12', false],
  ])
  expect(picture.rows.map((row) => row.seat)).toEqual([1, 0, 2]) // faces keep the colours of their seats
  const many = { ...match, seats: Array.from({ length: 10 }, () => ({ name: 'x' })), places: Array(10).fill(1), points: Array(10).fill(0) }
  const tall = makeResultPicture(makeResult(many, texts), texts)
  const last = tall.rows.at(-1)!
  expect(tall.height).toBeGreaterThan(last.y + last.high)
  expect(tall.rows[0]!.high).toBeGreaterThanOrEqual(100) // every name stays readable
})

test('a game without a word for its points still has a clean line', () => {
  expect(resultText(makeResult({ ...match, family: 'none' }, texts), texts)).toContain('\n2. Mia – 12\n')
})
