/**
 * SHA-256, SHA-512 and SHAKE-256, to check deals with. The browser's own hashes exist on secure pages only, and a table
 * in the home network is none; SHAKE-256 it does not have at all.
 */

const MASK = (1n << 64n) - 1n

/** The first bits of the fractional parts of roots of the first primes: the constants of SHA-2. */
function roots(count: number, root: 2n | 3n, bits: bigint): bigint[] {
  const found: bigint[] = []
  for (let number = 2n; found.length < count; number++) {
    let prime = true
    for (let divisor = 2n; divisor * divisor <= number; divisor++) if (number % divisor === 0n) prime = false
    if (prime) found.push(fraction(number, root, bits))
  }
  return found
}

function fraction(number: bigint, root: bigint, bits: bigint): bigint {
  const target = number << (bits * root)
  let low = 0n
  let high = 1n << (bits + 10n)
  while (high - low > 1n) {
    const middle = (low + high) >> 1n
    if (middle ** root <= target) low = middle
    else high = middle
  }
  return low & ((1n << bits) - 1n)
}

interface Kind {
  bits: bigint
  rounds: number
  shifts: readonly [bigint, bigint, bigint][]
}

const SHA256: Kind = { bits: 32n, rounds: 64, shifts: [[7n, 18n, 3n], [17n, 19n, 10n], [6n, 11n, 25n], [2n, 13n, 22n]] }
const SHA512: Kind = { bits: 64n, rounds: 80, shifts: [[1n, 8n, 7n], [19n, 61n, 6n], [14n, 18n, 41n], [28n, 34n, 39n]] }

function sha2(kind: Kind, message: Uint8Array): Uint8Array {
  const { bits, rounds, shifts } = kind
  const size = Number(bits) / 8
  const block = size * 16
  const mask = (1n << bits) - 1n
  const turn = (word: bigint, by: bigint) => ((word >> by) | (word << (bits - by))) & mask
  const mixed = (word: bigint, [a, b, c]: readonly [bigint, bigint, bigint], shift: boolean) =>
    turn(word, a) ^ turn(word, b) ^ (shift ? word >> c : turn(word, c))

  const padded = new Uint8Array(Math.ceil((message.length + 1 + size * 2) / block) * block)
  padded.set(message)
  padded[message.length] = 0x80
  new DataView(padded.buffer).setUint32(padded.length - 4, message.length * 8)

  const constants = roots(rounds, 3n, bits)
  const state = roots(8, 2n, bits)
  for (let start = 0; start < padded.length; start += block) {
    const words: bigint[] = []
    for (let at = 0; at < 16; at++) words.push(integer(padded.subarray(start + at * size, start + (at + 1) * size)))
    for (let at = 16; at < rounds; at++)
      words.push((words[at - 16]! + mixed(words[at - 15]!, shifts[0]!, true) + words[at - 7]! + mixed(words[at - 2]!, shifts[1]!, true)) & mask)
    let [a, b, c, d, e, f, g, h] = state as [bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint]
    for (let at = 0; at < rounds; at++) {
      const first = h + mixed(e, shifts[2]!, false) + ((e & f) ^ (~e & mask & g)) + constants[at]! + words[at]!
      const second = mixed(a, shifts[3]!, false) + ((a & b) ^ (a & c) ^ (b & c))
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) & mask, c, b, a, (first + second) & mask]
    }
    ;[a, b, c, d, e, f, g, h].forEach((word, at) => (state[at] = (state[at]! + word) & mask))
  }
  return bytes(state, size)
}

function integer(part: Uint8Array): bigint {
  return part.reduce((number, byte) => (number << 8n) | BigInt(byte), 0n)
}

function bytes(words: bigint[], size: number): Uint8Array {
  return Uint8Array.from(words.flatMap((word) => Array.from({ length: size }, (_, at) => Number((word >> BigInt(8 * (size - 1 - at))) & 255n))))
}

export const sha256 = (message: Uint8Array): Uint8Array => sha2(SHA256, message)
export const sha512 = (message: Uint8Array): Uint8Array => sha2(SHA512, message)

/** Keccak-f[1600] on 25 lanes. */
function permute(lanes: bigint[]): void {
  const turn = (lane: bigint, by: bigint) => (by ? ((lane << by) | (lane >> (64n - by))) & MASK : lane)
  let register = 1
  for (let round = 0; round < 24; round++) {
    const columns = [0, 1, 2, 3, 4].map((x) => lanes[x]! ^ lanes[x + 5]! ^ lanes[x + 10]! ^ lanes[x + 15]! ^ lanes[x + 20]!)
    for (let at = 0; at < 25; at++) lanes[at]! ^= columns[(at + 4) % 5]! ^ turn(columns[(at + 1) % 5]!, 1n)
    let [x, y] = [1, 0]
    let moved = lanes[1]!
    for (let step = 1n; step <= 24n; step++) {
      ;[x, y] = [y, (2 * x + 3 * y) % 5]
      const place = x + 5 * y
      const next = lanes[place]!
      lanes[place] = turn(moved, ((step * (step + 1n)) / 2n) % 64n)
      moved = next
    }
    for (let row = 0; row < 25; row += 5) {
      const line = lanes.slice(row, row + 5)
      for (let at = 0; at < 5; at++) lanes[row + at] = line[at]! ^ (~line[(at + 1) % 5]! & MASK & line[(at + 2) % 5]!)
    }
    for (let bit = 0; bit < 7; bit++) {
      if (register & 1) lanes[0]! ^= 1n << BigInt(2 ** bit - 1)
      register = register & 0x80 ? (register << 1) ^ 0x171 : register << 1
    }
  }
}

/** The stream of SHAKE-256, byte by byte, without end. */
export function* shake256(message: Uint8Array): Generator<number> {
  const rate = 136
  const padded = new Uint8Array(Math.ceil((message.length + 1) / rate) * rate)
  padded.set(message)
  padded[message.length]! ^= 0x1f
  padded[padded.length - 1]! ^= 0x80
  const lanes = Array<bigint>(25).fill(0n)
  for (let start = 0; start < padded.length; start += rate) {
    for (let at = 0; at < rate / 8; at++) lanes[at]! ^= integer(padded.slice(start + at * 8, start + at * 8 + 8).reverse())
    permute(lanes)
  }
  while (true) {
    for (let at = 0; at < rate; at++) yield Number((lanes[at >> 3]! >> BigInt(8 * (at & 7))) & 255n)
    permute(lanes)
  }
}
