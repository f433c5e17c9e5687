/** The host of this page: a server, or the engine in this browser if the document names one. */
import { startEngine } from '../engine/engine.svelte'
import { preferredLanguage } from '../state/preferences.svelte'
import { root } from './root'
import { PortTransport } from './portTransport'
import { ServerTransport } from './serverTransport'
import type { Reply, StreamedReply, Transport, Wire, WireListener } from './transport'

/** The list of the engine's files; without one a server is the host. */
const engineList = document.querySelector<HTMLMetaElement>('meta[name=reihum-engine]')?.content ?? ''

/** Whether everything happens in this browser, without a server. */
export const isLocal = engineList !== ''

/** Texts and games are files of the site: they can be read before the engine has started. */
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
    const published = PUBLISHED.exec(path)
    if (!published) return this.start().request(method, path, body)
    const response = await fetch(new URL(`${published[1]}/${published[2]}.json`, root))
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
