/*
 * Keeps the page on the device, so that a reload without a connection still shows it: its files, the texts and the games,
 * and the list of this person's tables as it was last. Files come from the cache: they belong to one version, which the
 * build writes into VERSION. Everything else comes from the server, and from the cache only if that fails. Nothing that
 * happens at a table is kept. It also shows notices while the page is closed.
 */
const VERSION = '__VERSION__'
/** What every page needs, and the files that are loaded later. */
const FILES = __FILES__
const LATER = __LATER__
const CACHE = `reihum-${VERSION}`
/** What was last known of the server, whatever the version of the page. */
const KNOWN = 'reihum-known'
/** The files of the engine, which the page keeps if somebody wants to play without a connection. */
const ENGINE = 'reihum-engine'
const SHELL = new URL('./', self.registration.scope).href
const LOOKED_UP = /^api\/(texts\/|games|tables$|me\/tables$|me\/circles$)/

self.addEventListener('install', (event) => {
  const files = [SHELL, ...FILES.map((name) => SHELL + name)]
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(files)).then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(removeOld().then(() => self.clients.claim()))
})

/** Remove the older versions. Other pages may share the host, and with it all caches. */
async function removeOld() {
  const old = (await caches.keys()).filter((key) => key.startsWith('reihum-') && ![CACHE, KNOWN, ENGINE].includes(key))
  await Promise.all(old.map((key) => caches.delete(key)))
}

self.addEventListener('fetch', (event) => {
  const request = event.request
  const path = request.url.slice(SHELL.length)
  if (request.method !== 'GET' || !request.url.startsWith(SHELL)) return
  if (request.mode === 'navigate') event.respondWith(fresh(request, SHELL, CACHE))
  else if (path.startsWith('assets/')) event.respondWith(kept(request))
  else if (path.startsWith('engine/')) event.respondWith(find(request))
  else if (LOOKED_UP.test(path)) event.respondWith(fresh(request, request.url, KNOWN))
})

/** The page has time: keep what it may need later, and the texts of its language. */
self.addEventListener('message', (event) => {
  if (event.data?.kind === 'idle') event.waitUntil(keepRest(event.data.addresses))
})

async function keepRest(addresses) {
  const cache = await caches.open(CACHE)
  for (const name of LATER) if (!(await cache.match(SHELL + name))) await cache.add(SHELL + name).catch(() => {})
  const known = await caches.open(KNOWN)
  for (const address of addresses) if (!(await known.match(SHELL + address))) await known.add(SHELL + address).catch(() => {})
}

async function kept(request) {
  const cache = await caches.open(CACHE)
  const found = await cache.match(request)
  if (found) return found
  const response = await fetch(request)
  if (response.ok) await cache.put(request, response.clone())
  return response
}

async function find(request) {
  return (await (await caches.open(ENGINE)).match(request.url)) ?? fetch(request)
}

async function fresh(request, key, name) {
  const cache = await caches.open(name)
  try {
    const response = await fetch(request)
    if (response.ok) await cache.put(key, response.clone())
    else if (response.status === 401) await cache.delete(key)
    return response
  } catch (error) {
    const found = await cache.match(key)
    if (!found) throw error
    const headers = new Headers(found.headers)
    headers.set('x-kept', 'yes')
    return new Response(found.body, { status: found.status, headers })
  }
}

self.addEventListener('push', (event) => {
  event.waitUntil(notify(event.data?.json() ?? {}))
})

/** Show a notice in the reader's language, from the texts that are kept. */
async function notify({ kind = '', place = '', language = 'en' }) {
  const address = `${SHELL}api/texts/${language}`
  const response = (await (await caches.open(KNOWN)).match(address)) ?? (await fetch(address).catch(() => null))
  const texts = response?.ok ? (await response.json()).texts : {}
  await self.registration.showNotification(texts[`page.notice.${kind}`] ?? 'Reihum', {
    body: texts[`page.notice.${kind}.more`] ?? '',
    tag: place,
    lang: language,
    icon: `${SHELL}icon-192.png`,
    badge: `${SHELL}icon-192.png`,
    data: place,
  })
  await self.navigator.setAppBadge?.().catch(() => {})
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const place = event.notification.data ?? ''
  event.waitUntil(show(SHELL + (place ? `${place.startsWith('c-') ? 'c' : 't'}/${place}` : '')))
})

/** Bring the page of a table to the front, or open it. */
async function show(address) {
  const pages = await self.clients.matchAll({ type: 'window' })
  const open = pages.find((page) => page.url.split(/[?#]/)[0] === address)
  return open ? open.focus() : self.clients.openWindow(address)
}
