/** Keeps a site without a server on this device: its files, and what people have played. */
import { engineReady } from '../engine/engine.svelte'
import { root } from '../protocol/root'

/** Keep the files; what is opened later comes from this device, and a new version takes the place of this one. */
export async function keepSite(): Promise<void> {
  await engineReady // the engine first: what it has fetched is not fetched again
  const worker = new URL('worker.js', root)
  await navigator.serviceWorker.register(worker).catch(() => {}) // a browser may forbid it: then nothing is kept
}

/** Ask the browser not to delete what people have played. */
export function keepData(): void {
  void navigator.storage?.persist?.().catch(() => false)
}
