/** The host of this page: a server, or the engine in this browser if the document names one. */
import { startEngine } from '../engine/engine.svelte'
import { preferredLanguage } from '../state/preferences.svelte'
import { root } from './root'
import { PortTransport } from './portTransport'
import { ServerTransport } from './serverTransport'
import type { Reply, StreamedReply, Transport, Wire, WireListener } from './transport'

const readMeta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? ''

/** The list of the engine's files; without one a server is the host. */
const engineList = readMeta('reihum-engine')

/** Whether everything happens in this browser, without a server. */
export const isLocal = engineList !== ''

/** Texts and games are files of the site, such as 'texts/de': they can be read before the engine has started. */
const published: Record<string, string> = JSON.parse(readMeta('reihum-published') || '{}')
const PUBLISHED = /^api\/(texts|games)(?:\/|\?language=)(de|en|fr)$/

/** The engine in a worker, which starts with the first request that needs it. */
class LocalTransport implements Transport {
  #port: PortTransport | null = null

  /** Start the engine, if it is not running. */
  start(): PortTransport {
    if (!this.#port) {
      const post = startEngine(new URL(engineList, root), root, (message) => this.#port?.receive(message))
      this.#port = new PortTransport(post, preferredLanguage)
    }
    return this.#port
  }

  async request(method: string, path: string, body?: string): Promise<Reply> {
    const found = PUBLISHED.exec(path)
    if (!found) return this.start().request(method, path, body)
    const response = await fetch(new URL(published[`${found[1]}/${found[2]}`]!, root))
    return { status: response.status, body: await response.text(), kept: false }
  }

  stream(path: string, signal: AbortSignal): Promise<StreamedReply> {
    return this.start().stream(path, signal)
  }

  open(path: string, listener: WireListener): Wire {
    return this.start().open(path, listener)
  }
}

const local = isLocal ? new LocalTransport() : null

export const transport: Transport = local ?? new ServerTransport()

/** Load the engine before it is needed. */
export function prepare(): void {
  local?.start()
}
