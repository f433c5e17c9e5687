import { expect, test } from 'vitest'
import source from './worker.js?raw'

test('a new version removes older ones, and nothing of other pages on the host', async () => {
  const kept = new Set(['reihum-old', 'reihum-new', 'reihum-known', 'reihum-engine', 'reihum https://home.test/sub/', 'shop'])
  const listeners: Record<string, (event: object) => void> = {}
  const scope = {
    registration: { scope: 'https://home.test/' },
    clients: { claim: async () => {} },
    addEventListener: (type: string, listener: (event: object) => void) => (listeners[type] = listener),
  }
  const built = source.replace('__VERSION__', 'new').replace('__FILES__', '[]').replace('__LATER__', '[]')
  const caches = { keys: async () => [...kept], delete: async (name: string) => kept.delete(name) }
  new Function('self', 'caches', built)(scope, caches)
  await new Promise((resolve) => listeners.activate!({ waitUntil: (work: Promise<unknown>) => work.then(resolve) }))
  expect([...kept]).toEqual(['reihum-new', 'reihum-known', 'reihum-engine', 'reihum https://home.test/sub/', 'shop'])
})
