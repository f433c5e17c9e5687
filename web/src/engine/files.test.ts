import { beforeEach, expect, test, vi } from 'vitest'
import { EngineFiles, MissingFile, type EngineList } from './files'

const file = (path: string, bytes: number, packed = true) => ({ path, bytes, packed })
const pack = async (text: string) => new Uint8Array(await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer())

const kept = new Map<string, Response>()
const fetching = vi.fn()
const progress = vi.fn()
let list: EngineList
let files: EngineFiles
let packed: Uint8Array<ArrayBuffer>

beforeEach(async () => {
  kept.clear()
  fetching.mockReset()
  progress.mockReset()
  packed = await pack('the rules')
  vi.stubGlobal('fetch', fetching)
  vi.stubGlobal('caches', {
    match: async (address: string) => kept.get(address),
    open: async () => ({ put: async (address: string, response: Response) => void kept.set(address, response) }),
  })
  list = {
    pyodide: {},
    files: {
      loader: file('loader.js', 10, false),
      runtime: file('runtime.js', 20, false),
      python: file('python', 0),
      library: file('library', 0),
      packages: file('packages', 0),
      nets: file('nets', 0),
      reihum: file('reihum', packed.length),
    },
  }
  files = new EngineFiles(list, new URL('https://home.test/sub/engine/list.json'), 'reihum https://home.test/sub/', progress)
})

const read = async () => new Response(await files.read('reihum')).text()

test('a file is fetched once, uncompressed, counted, and kept', async () => {
  fetching.mockImplementation(async () => new Response(packed))
  expect(await read()).toBe('the rules')
  expect(fetching).toHaveBeenCalledExactlyOnceWith('https://home.test/sub/engine/reihum')
  expect(progress).toHaveBeenLastCalledWith(packed.length, packed.length + 30)
  await vi.waitFor(() => expect(kept.size).toBe(1))
  expect(await read()).toBe('the rules')
  expect(fetching).toHaveBeenCalledOnce()
})

test('what the browser loads itself counts too', () => {
  files.add('loader')
  expect(progress).toHaveBeenLastCalledWith(10, packed.length + 30)
})

test('a file that is not there is a fault of its own', async () => {
  fetching.mockResolvedValue(new Response('', { status: 404 }))
  await expect(files.read('reihum')).rejects.toThrow(MissingFile)
})

test('a browser without a cache, or with a full disk, goes on', async () => {
  vi.stubGlobal('caches', undefined)
  fetching.mockImplementation(async () => new Response(packed))
  expect(await read()).toBe('the rules')
})
