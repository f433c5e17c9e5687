import { expect, test, vi } from 'vitest'

vi.hoisted(() => {
  Object.assign(globalThis, {
    document: { baseURI: 'http://home.test/reihum/' },
    location: { pathname: '/reihum/', hash: '' },
    addEventListener: () => {},
    localStorage: { getItem: () => null },
  })
})
const { read } = await import('./router.svelte')

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
