/*
 * Keeps a site that has no server on the device: the page, its texts and the engine. `reihum site` writes the digest of
 * every file into FILES. The names of files change with their contents, so several versions lie side by side; the
 * document names the others and is kept last. So a new version is used as a whole or not at all: by everything that is
 * opened from then on, while open tabs stay with theirs.
 */
const FILES = __FILES__
const SHELL = self.registration.scope
/** Other sites may share the host, and with it all caches. */
const CACHE = `reihum ${SHELL}`
const INDEX = 'index.html'

self.addEventListener('install', (event) => event.waitUntil(alone(keepAll)))

/** No tab uses an older version any more. */
self.addEventListener('activate', (event) => event.waitUntil(alone(removeOld).then(() => self.clients.claim())))

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET' || !request.url.startsWith(SHELL)) return
  event.respondWith(request.mode === 'navigate' ? show(request) : find(request))
})

/** Two versions never change the cache at the same time. */
const alone = async (work) => navigator.locks.request(CACHE, async () => work(await caches.open(CACHE)))

async function keepAll(cache) {
  const fetched = []
  for (const name of Object.keys(FILES)) {
    if (await isWhole(name, await cache.match(SHELL + name))) continue
    const response = await fetch(SHELL + name, { cache: 'no-cache' })
    if (!response.ok || !(await isWhole(name, response))) throw new Error(`${name} is not of this version`)
    fetched.push([name, response])
  }
  const isIndex = ([name]) => name === INDEX
  for (const [name, response] of [...fetched.filter((file) => !isIndex(file)), ...fetched.filter(isIndex)]) await cache.put(SHELL + name, response)
}

async function removeOld(cache) {
  if (!(await isWhole(INDEX, await cache.match(SHELL + INDEX)))) return // a newer version is there
  const old = (await cache.keys()).filter(({ url }) => !(url.slice(SHELL.length) in FILES))
  await Promise.all(old.map((request) => cache.delete(request)))
}

async function isWhole(name, response) {
  if (!response) return false
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', await response.clone().arrayBuffer()))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('') === FILES[name]
}

async function find(request) {
  const cache = await caches.open(CACHE)
  return (await cache.match(request, { ignoreSearch: true, ignoreVary: true })) ?? fetch(request)
}

/** Every place of the page is the same document. Its addresses are relative to the root, wherever it is shown. */
async function show(request) {
  const found = await (await caches.open(CACHE)).match(SHELL + INDEX)
  if (!found) return fetch(request)
  const text = (await found.text()).replace('<base href="./" />', `<base href="${new URL(SHELL).pathname}" />`)
  return new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8' } })
}
