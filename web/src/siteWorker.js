/*
 * Keeps a site that has no server on the device: the page, its texts and the engine, as one version. A new version is
 * kept as a whole before any of it is used, and takes over when the page is opened the next time. `reihum site` writes
 * the digest of every file into FILES.
 */
const VERSION = '__VERSION__'
const FILES = __FILES__
const CACHE = `reihum-${VERSION}`
const SHELL = self.registration.scope
const INDEX = SHELL + 'index.html'

self.addEventListener('install', (event) => event.waitUntil(keepAll()))

self.addEventListener('activate', (event) => {
  const old = caches.keys().then((keys) => Promise.all(keys.filter((key) => key !== CACHE).map((key) => caches.delete(key))))
  event.waitUntil(old.then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET' || !request.url.startsWith(SHELL)) return
  event.respondWith(request.mode === 'navigate' ? show(request) : find(request))
})

/** The page has just been opened: the version that waits may take over. */
self.addEventListener('message', (event) => {
  if (event.data === 'renew') event.waitUntil(self.skipWaiting())
})

async function keepAll() {
  const cache = await caches.open(CACHE)
  for (const [name, digest] of Object.entries(FILES)) {
    const kept = await caches.match(SHELL + name)
    const response = kept && (await isWhole(kept, digest)) ? kept : await fetch(SHELL + name, { cache: 'no-cache' })
    if (!response.ok || !(await isWhole(response, digest))) throw new Error(`${name} is not of this version`)
    await cache.put(SHELL + name, response)
  }
}

async function isWhole(response, digest) {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', await response.clone().arrayBuffer()))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('') === digest
}

async function find(request) {
  const cache = await caches.open(CACHE)
  return (await cache.match(request, { ignoreSearch: true, ignoreVary: true })) ?? fetch(request)
}

/** Every place of the page is the same document. Its addresses are relative to the root, wherever it is shown. */
async function show(request) {
  const found = await (await caches.open(CACHE)).match(INDEX)
  if (!found) return fetch(request)
  const text = (await found.text()).replace('<base href="./" />', `<base href="${new URL(SHELL).pathname}" />`)
  return new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8' } })
}
