/*
 * Caches the page, so that a reload on a bad connection still shows it. Files with a hash in their names never change and
 * come from the cache. Everything else comes from the server, and from the cache only if that fails. Nothing that happens
 * at a table is cached.
 */
const CACHE = 'reihum-1'
const MOST = 80 // files in the cache: those of this version and some of the last
const SHELL = new URL('./', self.registration.scope).href

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.add(SHELL)).then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  const old = caches.keys().then((keys) => Promise.all(keys.filter((key) => key !== CACHE).map((key) => caches.delete(key))))
  event.waitUntil(old.then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const request = event.request
  const path = request.url.slice(SHELL.length)
  if (request.method !== 'GET' || !request.url.startsWith(SHELL)) return
  if (request.mode === 'navigate') event.respondWith(fresh(request, SHELL))
  else if (path.startsWith('assets/')) event.respondWith(kept(request))
  else if (/^api\/(texts\/|games)/.test(path)) event.respondWith(fresh(request, request.url))
})

async function kept(request) {
  const cache = await caches.open(CACHE)
  const found = await cache.match(request)
  if (found) return found
  const response = await fetch(request)
  if (response.ok) {
    await cache.put(request, response.clone())
    const assets = (await cache.keys()).filter(({ url }) => url.slice(SHELL.length).startsWith('assets/'))
    for (const old of assets.slice(0, -MOST)) await cache.delete(old)
  }
  return response
}

async function fresh(request, key) {
  const cache = await caches.open(CACHE)
  try {
    const response = await fetch(request)
    if (response.ok) await cache.put(key, response.clone())
    return response
  } catch (error) {
    const found = await cache.match(key)
    if (found) return found
    throw error
  }
}
