/** Rebuilds a deal from its secret and everybody's words, as docs/fairness.md describes it. */
import { sha256, sha512, shake256 } from './hashes'

const ascii = new TextEncoder()

export function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** What the secret is committed to. */
export function commitment(secret: string): string {
  return toHex(sha256(fromHex(secret)))
}

function four(number: number): Uint8Array {
  return Uint8Array.of(number >>> 24, number >>> 16, number >>> 8, number)
}

export function roundSeed(secret: string, round: number, words: readonly string[]): Uint8Array {
  const parts = [fromHex(secret), four(round)]
  for (const text of words) {
    const encoded = ascii.encode(text)
    parts.push(four(encoded.length), encoded)
  }
  return sha512(Uint8Array.from(parts.flatMap((part) => [...part])))
}

/** The cards in the order that a seed gives them, at the n-th try. */
export function shuffled(cards: readonly string[], seed: Uint8Array, attempt: number): string[] {
  const stream = shake256(Uint8Array.from([...ascii.encode(`deal ${attempt}`), 0, ...seed]))
  const deck = [...cards]
  for (let last = deck.length - 1; last > 0; last--) {
    const limit = last + 1
    const usable = 256 - (256 % limit)
    let number = stream.next().value as number
    while (number >= usable) number = stream.next().value as number
    const chosen = number % limit
    ;[deck[last], deck[chosen]] = [deck[chosen]!, deck[last]!]
  }
  return deck
}

export interface Checked {
  commitment: boolean
  /** Null: nothing was shuffled that could be compared. */
  deck: boolean | null
}

export interface Deal {
  commitment?: string
  secret?: string
  words?: string[]
  round: number
  cards?: string[]
  deck?: string[]
  deals?: number
}

export function check(deal: Deal): Checked {
  const secret = deal.secret ?? ''
  const kept = commitment(secret) === deal.commitment
  if (!deal.cards?.length || !deal.deck?.length) return { commitment: kept, deck: null }
  const seed = roundSeed(secret, deal.round, deal.words ?? [])
  const rebuilt = shuffled(deal.cards, seed, deal.deals ?? 0)
  return { commitment: kept, deck: rebuilt.join(' ') === deal.deck.join(' ') }
}
