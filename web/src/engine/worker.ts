/** The engine in a worker: loads Python from the files of the site, starts it, and passes messages on. */
import type { FromEngine, ToEngine } from '../protocol/portTransport'
import { openDatabase } from './database'
import type { EngineNews, StartMessage } from './engine.svelte'
import { judgeFault } from './faults'
import { EngineFiles, MissingFile, type EngineList } from './files'

/** What we use of Pyodide. */
interface Pyodide {
  FS: { writeFile(path: string, data: Uint8Array): void }
  unpackArchive(data: Uint8Array, format: 'zip', options: { extractDir: string }): void
  runPython(code: string): unknown
  pyimport(module: string): Browser
}

/** What we use of our package reihum.browser. */
interface Browser {
  prepare(kernels: string, nets: string): void
  start(post: Post, database: unknown, site: string): Promise<(message: ToEngine) => void>
}

type Post = (message: FromEngine) => void

const ZIP = '/lib/reihum.zip'
const PACKAGES = '/lib/python3.14/site-packages'
const NETS = '/lib/nets'

const post = (message: FromEngine | EngineNews) => postMessage(message)
/** What the page has sent before Python could take it. */
const waiting: ToEngine[] = []
let receive: (message: ToEngine) => void = (message) => waiting.push(message)

addEventListener('message', ({ data }: MessageEvent<ToEngine | StartMessage>) => {
  if (data.type === 'start') void start(data)
  else receive(data)
})

async function start({ list, site }: StartMessage): Promise<void> {
  try {
    const pyodide = await loadPython(new URL(list), `reihum ${site}`)
    const database = await openDatabase(`reihum:${new URL(site).pathname}`)
    receive = await pyodide.pyimport('reihum.browser').start(post, database, site)
    for (const message of waiting.splice(0)) receive(message)
    post({ type: 'ready' })
  } catch (error) {
    post({ type: 'failed', code: judgeFault(error), detail: String(error) })
  }
}

async function loadPython(address: URL, cache: string): Promise<Pyodide> {
  const list = (await (await fetchList(address)).json()) as EngineList
  const files = new EngineFiles(list, address, cache, (loadedBytes, totalBytes) => post({ type: 'progress', loadedBytes, totalBytes }))
  const read = async (name: 'packages' | 'nets' | 'reihum') => new Uint8Array(await new Response(await files.read(name)).arrayBuffer())
  const archives = Promise.all([read('packages'), read('nets'), read('reihum')])
  archives.catch(() => {}) // reported below
  answerFetches(files)
  const load = (name: 'loader' | 'runtime') => import(/* @vite-ignore */ files.address(name)).finally(() => files.add(name))
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([load('loader'), load('runtime')])
  const loading: Promise<Pyodide> = loadPyodide({
    indexURL: new URL('.', files.address('loader')).href,
    stdLibURL: files.address('library'),
    lockFileContents: { info: list.pyodide, packages: {} },
    createPyodideModule,
    checkAPIVersion: false,
  })
  const pyodide = await Promise.race([loading, catchWarning()])
  const [packages, nets, ours] = await archives
  pyodide.unpackArchive(packages, 'zip', { extractDir: PACKAGES })
  pyodide.unpackArchive(nets, 'zip', { extractDir: NETS })
  pyodide.FS.writeFile(ZIP, ours)
  pyodide.runPython(`import sys; sys.path.append("${ZIP}")`)
  pyodide.pyimport('reihum.browser').prepare(`${PACKAGES}/kernels.wasm`, NETS)
  return pyodide
}

/** Fails if Pyodide warns of an error: when the browser refuses its code, it only warns and never goes on. */
function catchWarning(): Promise<never> {
  const { warn } = console
  return new Promise((_, reject) => {
    console.warn = (...words: unknown[]) => {
      warn(...words)
      if (words[0] instanceof Error) reject(words[0])
    }
  })
}

async function fetchList(address: URL): Promise<Response> {
  const response = await fetch(address)
  if (!response.ok) throw new MissingFile(address.href)
  return response
}

/** Pyodide fetches its parts itself: give it those that we have counted and uncompressed. */
function answerFetches(files: EngineFiles): void {
  const fetchElsewhere = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : String(input)
    if (address.endsWith('/pyodide.asm.wasm')) return new Response(await files.read('python'), { headers: { 'content-type': 'application/wasm' } })
    if (address === files.address('library')) return new Response(await files.read('library'))
    return fetchElsewhere(input, init)
  }
}
