import { beforeEach, expect, test } from 'vitest'
import source from './siteWorker.js?raw'

const SHELL = 'https://home.test/sub/'
const CACHE = `reihum ${SHELL}`

type Files = Record<string, string>

/** All caches of the browser: what is kept in each, in order. */
let kept: Record<string, Map<string, Response>>

const ONE: Files = { 'index.html': 'one', 'assets/a-1.js': 'a1', 'assets/b-1.js': 'b1' }
const TWO: Files = { 'index.html': 'two', 'assets/a-2.js': 'a2', 'assets/b-1.js': 'b1' }

function openCache(name: string) {
  const found = (kept[name] ??= new Map())
  return {
    match: async (key: string) => found.get(key)?.clone(),
    async put(key: string, response: Response) {
      found.delete(key) // what is put again comes last
      found.set(key, response)
    },
    keys: async () => [...found.keys()].map((url) => ({ url })),
    delete: async ({ url }: { url: string }) => found.delete(url),
  }
}

async function digest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Let an event happen to the service worker of a version while the host has some files. */
async function happen(type: 'install' | 'activate', version: Files, host: Files = version): Promise<void> {
  const digests: Files = {}
  for (const [name, text] of Object.entries(version)) digests[name] = await digest(text)
  const listeners: Record<string, (event: object) => void> = {}
  const scope = {
    registration: { scope: SHELL },
    clients: { claim: async () => {} },
    addEventListener: (type: string, listener: (event: object) => void) => (listeners[type] = listener),
  }
  const fetch = async (address: string) => {
    const text = host[address.slice(SHELL.length)]
    return new Response(text ?? 'lost', { status: text === undefined ? 404 : 200 })
  }
  const locks = { request: async (_: string, work: () => unknown) => work() }
  const run = new Function('self', 'caches', 'fetch', 'navigator', source.replace('__FILES__', JSON.stringify(digests)))
  run(scope, { open: async (name: string) => openCache(name) }, fetch, { locks })
  await new Promise((resolve, reject) => listeners[type]!({ waitUntil: (work: Promise<unknown>) => work.then(resolve, reject) }))
}

const list = (name = CACHE) => [...(kept[name] ?? new Map()).keys()].map((key) => key.slice(SHELL.length))
const read = async (name: string) => kept[CACHE]!.get(SHELL + name)!.clone().text()

beforeEach(async () => {
  kept = { 'reihum https://home.test/': new Map([[`${SHELL}other`, new Response('')]]) }
  await happen('install', ONE)
})

test('the document is kept last', () => {
  expect(list()).toEqual(['assets/a-1.js', 'assets/b-1.js', 'index.html'])
})

test('a new version lies beside the old one, and its document takes the place of the old one', async () => {
  await happen('install', TWO)
  expect(list()).toEqual(['assets/a-1.js', 'assets/b-1.js', 'assets/a-2.js', 'index.html'])
  expect(await read('index.html')).toBe('two')
})

test.each([
  ['missing', { 'index.html': 'two', 'assets/b-1.js': 'b1' }],
  ['not the right one', { ...TWO, 'assets/a-2.js': 'half of a2' }],
] as [string, Files][])('nothing changes while a file is %s', async (_, host) => {
  await expect(happen('install', TWO, host)).rejects.toThrow('assets/a-2.js is not of this version')
  expect(list()).toEqual(['assets/a-1.js', 'assets/b-1.js', 'index.html'])
  expect(await read('index.html')).toBe('one')
})

test('old files go when no tab needs them, and caches of other sites on the same host stay', async () => {
  await happen('install', TWO)
  await happen('activate', TWO)
  expect(list()).toEqual(['assets/b-1.js', 'assets/a-2.js', 'index.html'])
  expect(list('reihum https://home.test/')).toEqual(['other'])
})

test('a version that comes into use late leaves a newer one alone', async () => {
  await happen('install', TWO)
  await happen('activate', ONE)
  expect(list()).toContain('assets/a-2.js')
})
