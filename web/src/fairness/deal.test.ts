/** The numbers of docs/fairness.md, rebuilt here. */
import { bytesToHex } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { check, commitment, roundSeed, shuffled } from './deal'

const SECRET = Array.from({ length: 64 }, (_, at) => at.toString(16).padStart(2, '0')).join('')

test('a secret is committed to by its SHA-256', () => {
  expect(commitment(SECRET)).toBe('fdeab9acf3710362bd2658cdc9a29e8f9c757fcf9811603a8c447cd1d9151108')
})

test('the round seed is SHA-512 over secret, round and words', () => {
  expect(bytesToHex(roundSeed(SECRET, 0, ['', '']))).toMatch(/^cdadf7697414f040/)
  expect(bytesToHex(roundSeed(SECRET, 1, ['seven geese', 'mond']))).toMatch(/^d548520bf5450fcc/)
  expect(bytesToHex(roundSeed(SECRET, 2, ['♥', 'é', '', 'x']))).toMatch(/^e839c88c2ae47e57/)
})

test('the deck of Junior begins as the page says', () => {
  const cards = [...'RYGB'].flatMap((colour) => Array.from({ length: 9 }, (_, at) => `${colour}${at + 2}`))
  const deck = shuffled(cards, new TextEncoder().encode('reihum'), 0)
  expect(deck.slice(0, 5)).toEqual(['Y6', 'B2', 'Y10', 'G4', 'R10'])
  expect(new Set(deck).size).toBe(36)
})

test('a changed secret, word or card is noticed', () => {
  const cards = ['R1', 'R2', 'R3', 'R4', 'R5', 'R6']
  const deck = shuffled(cards, roundSeed(SECRET, 0, ['a', 'b']), 0)
  const deal = { commitment: commitment(SECRET), secret: SECRET, words: ['a', 'b'], round: 0, cards, deck, deals: 0 }
  expect(check(deal)).toEqual({ commitment: true, deck: true })
  expect(check({ ...deal, words: ['a', 'c'] }).deck).toBe(false)
  expect(check({ ...deal, secret: SECRET.replace('00', '01') }).commitment).toBe(false)
  expect(check({ ...deal, secret: 'not hex' }).commitment).toBe(false)
  expect(check({ ...deal, deck: [...deck].reverse() }).deck).toBe(false)
})
