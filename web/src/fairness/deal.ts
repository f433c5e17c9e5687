/** Rebuilds a deal from its secret and everybody's words, as docs/fairness.md describes it. */
// Not the browser's own hashes: it has them on secure pages only, and it does not have SHAKE-256 at all.
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { shake256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** What the secret is committed to. */
export function commitment(secret: string): string {
  return bytesToHex(sha256(hexToBytes(secret)))
}

function bigEndian(number: number): Uint8Array {
  return Uint8Array.of(number >>> 24, number >>> 16, number >>> 8, number)
}

export function roundSeed(secret: string, round: number, words: readonly string[]): Uint8Array {
  const lengthAndText = (text: string) => {
    const encoded = utf8ToBytes(text)
    return [bigEndian(encoded.length), encoded]
  }
  return sha512(concatBytes(hexToBytes(secret), bigEndian(round), ...words.flatMap(lengthAndText)))
}

/** The cards in the order that a seed gives them; `attempt` counts the deals that were thrown away. */
export function shuffled(cards: readonly string[], seed: Uint8Array, attempt: number): string[] {
  const stream = shake256.create().update(concatBytes(utf8ToBytes(`deal ${attempt}`), Uint8Array.of(0), seed))
  const deck = [...cards]
  for (let last = deck.length - 1; last > 0; last--) {
    const limit = last + 1
    const usable = 256 - (256 % limit)
    let [number] = stream.xof(1)
    while (number! >= usable) [number] = stream.xof(1)
    const chosen = number! % limit
    ;[deck[last], deck[chosen]] = [deck[chosen]!, deck[last]!]
  }
  return deck
}

export interface Checked {
  commitment: boolean
  /** Null: there is no shuffled deck to compare. */
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
  if (!/^([0-9a-f]{2})*$/i.test(secret)) return { commitment: false, deck: null }
  const kept = commitment(secret) === deal.commitment
  if (!deal.cards?.length || !deal.deck?.length) return { commitment: kept, deck: null }
  const seed = roundSeed(secret, deal.round, deal.words ?? [])
  const rebuilt = shuffled(deal.cards, seed, deal.deals ?? 0)
  return { commitment: kept, deck: rebuilt.join(' ') === deal.deck.join(' ') }
}
