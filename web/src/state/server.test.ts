import { expect, test } from 'vitest'
import { parseServer } from './server'

test('an address may lack its beginning', () => {
  expect(parseServer('cards.example')?.href).toBe('https://cards.example/')
  expect(parseServer(' http://192.168.1.7:8011/ ')?.href).toBe('http://192.168.1.7:8011/')
  expect(parseServer('https://cards.example/t/abc#key')?.href).toBe('https://cards.example/t/abc#key')
})

test('what is not an address of a server leads nowhere', () => {
  for (const text of ['', '  ', 'cards', 'javascript:alert(1)', 'ftp://cards.example', 'two words.example']) expect(parseServer(text)).toBeNull()
})
