import { expect, test } from 'vitest'
import source from './worker.js?raw'

/** The worker in a browser that has kept some caches; what it has asked the browser to show. */
function start(kept: Set<string> = new Set()) {
  const listeners: Record<string, (event: object) => void> = {}
  const shown: unknown[] = []
  const scope = {
    registration: { scope: 'https://home.test/', showNotification: async (title: string) => void shown.push(title) },
    clients: { claim: async () => {} },
    navigator: { setAppBadge: async () => void shown.push('badge') },
    addEventListener: (type: string, listener: (event: object) => void) => (listeners[type] = listener),
  }
  const texts = { ok: true, json: async () => ({ texts: { 'page.notice.turn': 'Your turn' } }) }
  const caches = { keys: async () => [...kept], delete: async (name: string) => kept.delete(name), open: async () => ({ match: async () => texts }) }
  new Function('self', 'caches', source.replace('__VERSION__', 'new').replace('__FILES__', '[]').replace('__LATER__', '[]'))(scope, caches)
  const send = (type: string, event: object = {}) => new Promise((resolve) => listeners[type]!({ ...event, waitUntil: (work: Promise<unknown>) => work.then(resolve) }))
  return { send, shown }
}

test('a new version removes older ones, and nothing of other pages on the host', async () => {
  const kept = new Set(['reihum-old', 'reihum-new', 'reihum-known', 'reihum-engine', 'reihum https://home.test/sub/', 'shop'])
  await start(kept).send('activate')
  expect([...kept]).toEqual(['reihum-new', 'reihum-known', 'reihum-engine', 'reihum https://home.test/sub/', 'shop'])
})

test('a notice is shown in the words that are kept, and marks the sign of the app', async () => {
  const { send, shown } = start()
  await send('push', { data: { json: () => ({ kind: 'turn', place: 'table' }) } })
  expect(shown).toEqual(['Your turn', 'badge'])
})
