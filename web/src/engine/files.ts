/** The files of the engine: which there are, and how they come to this device. */

/** A file as it lies on the host: compressed with gzip if ``packed``. */
export interface EngineFile {
  path: string
  bytes: number
  packed: boolean
}

/** The list that the document names. Paths are relative to it. */
export interface EngineList {
  /** What Pyodide says about its release, and checks. */
  pyodide: object
  files: Record<'loader' | 'runtime' | 'python' | 'library' | 'packages' | 'nets' | 'reihum', EngineFile>
}

/** Fetches files, keeps them on this device if it can, and tells how many bytes have come. */
export class EngineFiles {
  #loadedBytes = 0
  /** The browser's own: the worker gives Pyodide another one. */
  readonly #fetch = globalThis.fetch.bind(globalThis)

  constructor(
    private readonly list: EngineList,
    private readonly base: URL,
    /** The name of the cache in which the service worker keeps all files of the site. */
    private readonly cache: string,
    private readonly onProgress: (loadedBytes: number, totalBytes: number) => void,
  ) {}

  address(name: keyof EngineList['files']): string {
    return new URL(this.list.files[name].path, this.base).href
  }

  /** The contents of a file, uncompressed. */
  async read(name: keyof EngineList['files']): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
    const { packed } = this.list.files[name]
    const counted = (await this.#load(this.address(name))).body!.pipeThrough(this.#counter())
    return packed ? counted.pipeThrough(new DecompressionStream('gzip')) : counted
  }

  /** A file that the browser itself loads has come. */
  add(name: keyof EngineList['files']): void {
    this.#count(this.list.files[name].bytes)
  }

  async #load(address: string): Promise<Response> {
    const kept = await globalThis.caches?.match(address).catch(() => undefined)
    if (kept) return kept
    const response = await this.#fetch(address)
    if (!response.ok) throw new MissingFile(address)
    const cache = await globalThis.caches?.open(this.cache).catch(() => null)
    void cache?.put(address, response.clone()).catch(() => {}) // a full disk: then it is fetched again
    return response
  }

  #counter(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
    return new TransformStream({
      transform: (chunk, controller) => {
        this.#count(chunk.byteLength)
        controller.enqueue(chunk)
      },
    })
  }

  #count(bytes: number): void {
    const total = Object.values(this.list.files).reduce((sum, file) => sum + file.bytes, 0)
    this.#loadedBytes += bytes
    this.onProgress(this.#loadedBytes, total)
  }
}

/** A file of the engine cannot be fetched. */
export class MissingFile extends Error {}
