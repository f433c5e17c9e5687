import { expect, test, vi } from 'vitest'
import lostPage from '../public/404.html?raw'

vi.hoisted(() => {
  Object.assign(globalThis, {
    document: { baseURI: 'http://home.test/reihum/' },
    location: { pathname: '/reihum/', hash: '' },
    addEventListener: () => {},
    localStorage: { getItem: () => null },
  })
})
const { read, ROUTES } = await import('./router.svelte')

test('addresses name places', () => {
  expect(read('', '')).toEqual({ name: 'home', id: '', key: '' })
  expect(read('t/t-abc', '#k1')).toEqual({ name: 'table', id: 't-abc', key: 'k1' })
  expect(read('t/t-abc/replay', '')).toMatchObject({ name: 'replay', id: 't-abc' })
  expect(read('history', '')).toMatchObject({ name: 'history', id: '' })
  expect(read('learn/junior', '')).toMatchObject({ name: 'learn', id: 'junior' })
})

test('everything else is lost', () => {
  for (const path of ['t', 't/', 'x/y', 't/a/b/c']) expect(read(path, '').name).toBe('lost')
})

test('what cannot be decoded is lost, not a fault', () => {
  expect(read('t/%E0%A4%A', '').name).toBe('lost')
})

/** Where 404.html leads from a path, and where its link leads if it stays. */
function followLostPage(pathname: string): { led: string; link: string } {
  const found = { led: '', href: '' }
  const location = { pathname, search: '', hash: '#key', replace: (address: string) => (found.led = address) }
  const script = /<script>(.*)<\/script>/s.exec(lostPage)![1]!
  new Function('location', 'document', script)(location, { querySelector: () => found })
  return { led: found.led, link: found.href }
}

test('a host that knows files only leads to every place', () => {
  for (const [pattern, name] of ROUTES.filter(([, name]) => name !== 'home')) {
    const path = pattern.source.replaceAll('([^/]+)', 'x').replace(/[\\^$]/g, '')
    expect(read(path, '').name).toBe(name)
    expect(followLostPage(`/sub/${path}`).led).toBe(`/sub/?at=${encodeURIComponent(path)}#key`)
  }
})

test('elsewhere its link leads towards the site', () => {
  expect(followLostPage('/sub/nowhere')).toEqual({ led: '', link: '/sub/' })
  expect(followLostPage('/sub/no/where/').link).toBe('/sub/no/')
  expect(followLostPage('/').link).toBe('/')
})
