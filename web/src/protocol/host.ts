/** The host of this page: a server, or the engine in this browser. The document names an engine if there is one. */
import { engine, startEngine, stopEngine } from '../engine/engine.svelte'
import { isAwayChosen } from '../state/away'
import { preferredLanguage } from '../state/preferences.svelte'
import { root } from './root'
import { PortTransport } from './portTransport'
import { ServerTransport } from './serverTransport'
import type { Reply, StreamedReply, Transport, Wire, WireListener } from './transport'

const LOOK_MILLISECONDS = 100

const find = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)

/** The list of the engine's files on a site that has no server. */
const siteEngine = find('reihum-engine')?.content ?? ''
/** The list of those that a server offers for times without a connection, and their size. */
export const offeredEngine = find('reihum-offered-engine')?.content ?? ''
export const offeredBytes = Number(find('reihum-offered-engine')?.dataset.bytes)

/** Whether this page has a server and plays without it. */
export const isAway = offeredEngine !== '' && isAwayChosen()
/** Whether everything happens in this browser. */
export const isLocal = siteEngine !== '' || isAway

/** Texts and games can be read before the engine has started: a site has files for them, such as 'texts/de'. A page of a server has kept its texts. */
const published: Record<string, string> = JSON.parse(find('reihum-published')?.content || '{}')
const PUBLISHED = /^api\/(texts|games)(?:\/|\?language=)(de|en|fr)$/

/** The engine in a worker, which starts with the first request that needs it. */
class LocalTransport implements Transport {
  #port: PortTransport | null = null

  /** Start the engine, if it is not running. */
  start(): PortTransport {
    if (!this.#port) {
      const post = startEngine(new URL(siteEngine || offeredEngine, root), root, (message) => this.#port?.receive(message))
      this.#port = new PortTransport(post, preferredLanguage)
    }
    return this.#port
  }

  async request(method: string, path: string, body?: string): Promise<Reply> {
    const found = PUBLISHED.exec(path)
    if (!found || (isAway && found[1] === 'games')) return this.start().request(method, path, body) // a server may have other bots
    try {
      const response = await fetch(new URL(isAway ? path : published[`${found[1]}/${found[2]}`]!, root))
      return { status: response.status, body: await response.text(), kept: false }
    } catch (error) {
      if (!isAway) throw error
      return this.start().request(method, path, body) // this language was not kept
    }
  }

  stream(path: string, signal: AbortSignal): Promise<StreamedReply> {
    return this.start().stream(path, signal)
  }

  open(path: string, listener: WireListener): Wire {
    return this.start().open(path, listener)
  }
}

const local = isLocal ? new LocalTransport() : null

export let transport: Transport = local ?? new ServerTransport()

/** From now on another device is the host (src/nearby). */
export function useTransport(other: Transport): void {
  transport = other
}

/** The engine beside the server: it has what was played without a connection. Throws if it cannot start. */
export async function startDeviceHost(): Promise<Transport> {
  const port = new LocalTransport().start()
  while (!engine.ready && !engine.fault) await new Promise((done) => setTimeout(done, LOOK_MILLISECONDS))
  if (engine.fault) throw new Error(engine.fault)
  return port
}

/** End it: it takes much memory. */
export function stopDeviceHost(): void {
  if (!isLocal) stopEngine()
}

/** Load the engine before it is needed. */
export function prepare(): void {
  local?.start()
}
