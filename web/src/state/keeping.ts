/** Keeps a site without a server on this device: its files, and what people have played. */
import { engineReady } from '../engine/engine.svelte'
import { root } from '../protocol/root'

/** Keep the files. A new version that was kept as a whole takes over now, before anything has begun. */
export async function keepSite(): Promise<void> {
  const workers = navigator.serviceWorker
  const known = await workers.getRegistration(root)
  if (known?.waiting && workers.controller) {
    workers.addEventListener('controllerchange', () => location.reload(), { once: true })
    known.waiting.postMessage('renew')
    return
  }
  await engineReady // the engine first: what it has fetched is not fetched again
  await workers.register(new URL('worker.js', root)).catch(() => {}) // a browser may forbid it: then nothing is kept
}

/** Ask the browser not to delete what people have played. */
export function keepData(): void {
  void navigator.storage?.persist?.().catch(() => false)
}
