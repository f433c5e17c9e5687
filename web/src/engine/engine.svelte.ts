/** The engine of this page as people see it: how far it is, and why it cannot start. */
import type { FromEngine, ToEngine } from '../protocol/portTransport'
import type { EngineFault } from './faults'

/** What the worker says about itself. */
export type EngineNews =
  | { type: 'progress'; loadedBytes: number; totalBytes: number }
  | { type: 'ready' }
  | { type: 'failed'; code: EngineFault; detail: string }

export interface StartMessage {
  type: 'start'
  list: string
  site: string
}

export const engine = $state({
  started: false,
  ready: false,
  loadedBytes: 0,
  totalBytes: 0,
  fault: '' as EngineFault | '',
})

let reportReady = () => {}
/** Fulfilled when the engine is ready, or cannot be. */
export const engineReady = new Promise<void>((resolve) => (reportReady = resolve))

/** A text of a guest's device, or to it; the page passes them on (src/nearby). */
export type GuestNews = { type: 'guest'; guest: number; text: string } | { type: 'guest-left'; guest: number }

let running: Worker | null = null
let onGuest: (news: GuestNews) => void = () => {}

/** Tell who takes what the engine sends to guests; gives a function that sends to the engine. */
export function connectGuests(receive: (news: GuestNews) => void): (news: GuestNews) => void {
  onGuest = receive
  return (news) => running?.postMessage(news)
}

/** Start the engine in a worker; gives a function that sends to it. */
export function startEngine(list: URL, site: URL, receive: (message: FromEngine) => void): (message: ToEngine) => void {
  engine.started = true
  if (!isCapable()) {
    note({ type: 'failed', code: 'old', detail: '' })
    return () => {}
  }
  const worker = (running = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }))
  worker.onerror = (event) => note({ type: 'failed', code: 'old', detail: event.message ?? '' })
  worker.onmessage = ({ data }: MessageEvent<FromEngine | EngineNews | GuestNews>) => {
    if (data.type === 'progress' || data.type === 'ready' || data.type === 'failed') note(data)
    else if (data.type === 'guest' || data.type === 'guest-left') onGuest(data)
    else receive(data)
  }
  worker.postMessage({ type: 'start', list: list.href, site: site.href } satisfies StartMessage)
  return (message) => worker.postMessage(message)
}

/** End the engine. */
export function stopEngine(): void {
  running?.terminate()
  running = null
  Object.assign(engine, { started: false, ready: false, loadedBytes: 0, totalBytes: 0, fault: '' })
}

/** Whether this browser has what the engine needs. */
export function isCapable(scope: Record<string, unknown> = globalThis): boolean {
  return ['Worker', 'WebAssembly', 'indexedDB', 'DecompressionStream'].every((name) => scope[name])
}

function note(news: EngineNews): void {
  if (news.type === 'progress') {
    engine.loadedBytes = news.loadedBytes
    engine.totalBytes = news.totalBytes
    return
  }
  if (news.type === 'ready') engine.ready = true
  else if (!engine.ready) {
    engine.fault = news.code
    console.error(news.detail) // for maintainers; people read a text for the fault
  }
  reportReady()
}
