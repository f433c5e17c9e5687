/** The engine that the server offers for times without a connection: whether it is on this device, and how it comes here. */
import { offeredEngine } from '../protocol/host'
import { root } from '../protocol/root'
import { keepData } from '../state/keeping'
import { prefer } from '../state/preferences.svelte'
import { isCapable } from './engine.svelte'
import { CACHE, isKept, keepEngine } from './keeping'

export const download = $state({ kept: false, busy: false, failed: false, loadedBytes: 0, totalBytes: 0 })

/** Whether this browser could keep an engine and play with it, and the server has one. */
export const isOffered = offeredEngine !== '' && isCapable() && 'caches' in globalThis && 'serviceWorker' in navigator

const list = () => new URL(offeredEngine, root)

/** Look whether the engine is on this device. */
export async function look(): Promise<void> {
  if (isOffered) download.kept = await isKept(await caches.open(CACHE), list())
}

/** Download the engine, and from now on every later one. */
export async function keep(): Promise<void> {
  if (download.busy) return
  download.busy = true
  download.failed = false
  try {
    await keepEngine(await caches.open(CACHE), list(), fetch, (loadedBytes, totalBytes) => Object.assign(download, { loadedBytes, totalBytes }))
    download.kept = true
    prefer({ offline: true })
    keepData()
  } catch {
    download.failed = true
  }
  download.busy = false
}

/** Download the engine of this version, if an earlier one was wanted. */
export async function renew(): Promise<void> {
  await look()
  if (isOffered && !download.kept) await keep()
}

/** Delete the engine from this device. What was played stays. */
export async function remove(): Promise<void> {
  prefer({ offline: false })
  await caches.delete(CACHE)
  download.kept = false
}
