/** Keeps the files of the engine on this device. */
import type { EngineList } from './files'

/** What we use of a cache and of `fetch`. */
interface EngineCache {
  match(address: string): Promise<Response | undefined>
  put(address: string, response: Response): Promise<void>
  delete(address: string): Promise<boolean>
  keys(): Promise<readonly Request[]>
}
type Fetch = (address: string) => Promise<Response>

/** The cache of the engine's files; files.ts looks into it, too. */
export const CACHE = 'reihum-engine'

/** Whether the whole engine is kept: its list is kept last. */
export async function isKept(cache: EngineCache, list: URL): Promise<boolean> {
  return (await cache.match(list.href)) !== undefined
}

/** Keep an engine, and nothing else. What is there already is not fetched again; what has come only in part is not kept. */
export async function keepEngine(cache: EngineCache, list: URL, fetchFile: Fetch, onProgress: (loadedBytes: number, totalBytes: number) => void): Promise<void> {
  const content = await readWhole(await fetchFile(list.href), () => {})
  const files = Object.values((JSON.parse(new TextDecoder().decode(content)) as EngineList).files)
  const totalBytes = files.reduce((sum, file) => sum + file.bytes, 0)
  let loadedBytes = 0
  for (const file of files) {
    const address = new URL(file.path, list).href
    if (!(await cache.match(address))) {
      const before = loadedBytes
      const response = await fetchFile(address)
      const data = await readWhole(response, (bytes) => onProgress(before + bytes, totalBytes))
      if (!(await isWhole(data, file.path))) throw new Error(`${file.path} is not whole`)
      await cache.put(address, new Response(data, { headers: { 'content-type': response.headers.get('content-type') ?? '' } }))
    }
    loadedBytes += file.bytes
    onProgress(loadedBytes, totalBytes)
  }
  await cache.put(list.href, new Response(content, { headers: { 'content-type': 'application/json' } }))
  const wanted = new Set([list.href, ...files.map((file) => new URL(file.path, list).href)])
  for (const { url } of await cache.keys()) if (!wanted.has(url)) await cache.delete(url)
}

async function readWhole(response: Response, onBytes: (bytes: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`)
  let bytes = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      onBytes((bytes += chunk.byteLength))
      controller.enqueue(chunk)
    },
  })
  return new Uint8Array(await new Response(response.body!.pipeThrough(counter)).arrayBuffer())
}

/** Whether a file is as its name says: it ends with the first digits of the digest. */
async function isWhole(data: Uint8Array<ArrayBuffer>, path: string): Promise<boolean> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', data))
  const digits = Array.from(digest.slice(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return path.replace(/\.\w+$/, '').endsWith(`-${digits}`)
}
