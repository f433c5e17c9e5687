import { beforeEach, expect, test } from 'vitest'
import { isKept, keepEngine } from './keeping'

const LIST = new URL('https://example.org/engine/engine-1.json')
const DATA = { loader: 'code', python: 'python' }
const files = {
  loader: { path: 'loader-5694d08a.bin', bytes: 4, packed: true },
  python: { path: 'python-11a4a60b.bin', bytes: 6, packed: true },
}

let stored: Map<string, Response>
let host: Map<string, string>
let asked: string[]

const cache = {
  match: async (address: string) => stored.get(address),
  put: async (address: string, response: Response) => void stored.set(address, response),
  delete: async (address: string) => stored.delete(address),
  keys: async () => [...stored.keys()].map((url) => ({ url })),
} as unknown as Cache

async function fetchFile(address: string): Promise<Response> {
  asked.push(address)
  const text = host.get(address)
  return new Response(text ?? '', { status: text === undefined ? 404 : 200 })
}

const address = (name: keyof typeof DATA) => new URL(files[name].path, LIST).href

beforeEach(() => {
  stored = new Map()
  asked = []
  host = new Map([
    [LIST.href, JSON.stringify({ pyodide: {}, files })],
    [address('loader'), DATA.loader],
    [address('python'), DATA.python],
  ])
})

test('everything is kept, and the progress is told in bytes', async () => {
  const seen: number[][] = []
  await keepEngine(cache, LIST, fetchFile, (...bytes) => seen.push(bytes))
  expect(await isKept(cache, LIST)).toBe(true)
  expect(await stored.get(address('python'))!.text()).toBe(DATA.python)
  expect(seen.at(-1)).toEqual([10, 10])
})

test('a file that is missing or has changed leaves the engine unkept, and the next try fetches only what is missing', async () => {
  for (const wrong of [undefined, 'pyth']) {
    if (wrong === undefined) host.delete(address('python'))
    else host.set(address('python'), wrong)
    await expect(keepEngine(cache, LIST, fetchFile, () => {})).rejects.toThrow()
    expect(await isKept(cache, LIST)).toBe(false)
    expect(stored.has(address('python'))).toBe(false)
  }
  host.set(address('python'), DATA.python)
  asked = []
  await keepEngine(cache, LIST, fetchFile, () => {})
  expect(asked).toEqual([LIST.href, address('python')])
  expect(await isKept(cache, LIST)).toBe(true)
})

test('an earlier engine stays until the new one is whole', async () => {
  stored.set('https://example.org/engine/engine-0.json', new Response('{}'))
  host.delete(address('loader'))
  await expect(keepEngine(cache, LIST, fetchFile, () => {})).rejects.toThrow()
  expect(stored.has('https://example.org/engine/engine-0.json')).toBe(true)
  host.set(address('loader'), DATA.loader)
  await keepEngine(cache, LIST, fetchFile, () => {})
  expect([...stored.keys()].sort()).toEqual([LIST.href, address('loader'), address('python')].sort())
})
