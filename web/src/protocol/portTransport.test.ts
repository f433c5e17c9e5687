import { beforeEach, expect, test, vi } from 'vitest'
import { PortTransport, type FromEngine, type ToEngine } from './portTransport'

let sent: ToEngine[]
let transport: PortTransport

beforeEach(() => {
  sent = []
  transport = new PortTransport((message) => sent.push(message), () => 'fr')
})

const answer = (...messages: FromEngine[]) => messages.forEach((message) => transport.receive(message))

test('a request carries its path, its body and the language, and gets its own reply', async () => {
  const first = transport.request('POST', 'api/tables', '{}')
  const second = transport.request('GET', 'api/me')
  expect(sent).toEqual([
    { type: 'request', id: 1, method: 'POST', path: 'api/tables', body: '{}', language: 'fr' },
    { type: 'request', id: 2, method: 'GET', path: 'api/me', language: 'fr' },
  ])
  answer({ type: 'response', id: 2, status: 401, media: 'application/json', body: '{"code":"who"}' })
  answer({ type: 'response', id: 1, status: 201, media: 'application/json', body: '{"table":"t"}' })
  expect(await first).toEqual({ status: 201, body: '{"table":"t"}', kept: false })
  expect(await second).toEqual({ status: 401, body: '{"code":"who"}', kept: false })
})

test('a streamed reply is read piece by piece, as it comes', async () => {
  const asked = transport.stream('api/review', new AbortController().signal)
  answer({ type: 'response', id: 1, status: 200, media: 'x', body: 'a', more: true })
  const pieces = (await asked).pieces[Symbol.asyncIterator]()
  expect((await pieces.next()).value).toBe('a')
  const next = pieces.next()
  answer({ type: 'chunk', id: 1, text: 'b' })
  expect((await next).value).toBe('b')
  answer({ type: 'end', id: 1 })
  expect((await pieces.next()).done).toBe(true)
})

test('a streamed reply that breaks off is an error after its last piece', async () => {
  const asked = transport.stream('api/review', new AbortController().signal)
  answer({ type: 'response', id: 1, status: 200, media: 'x', body: 'a', more: true })
  const pieces = (await asked).pieces[Symbol.asyncIterator]()
  expect((await pieces.next()).value).toBe('a')
  const next = pieces.next()
  answer({ type: 'end', id: 1, failed: true })
  await expect(next).rejects.toThrow()
})

test('somebody who stops reading cancels the request', async () => {
  const reader = new AbortController()
  const asked = transport.stream('api/review', reader.signal)
  answer({ type: 'response', id: 1, status: 200, media: 'x', body: '', more: true })
  const { pieces } = await asked
  reader.abort()
  expect(sent.at(-1)).toEqual({ type: 'cancel', id: 1 })
  for await (const piece of pieces) expect(piece).toBe('')
})

test('a stream that was read to its end is not cancelled', async () => {
  const reader = new AbortController()
  const asked = transport.stream('api/review', reader.signal)
  answer({ type: 'response', id: 1, status: 200, media: 'x', body: 'all' })
  await asked
  reader.abort()
  expect(sent).toHaveLength(1)
})

test('a connection to a table opens, carries texts both ways, and closes', () => {
  const listener = { onOpen: vi.fn(), onText: vi.fn(), onClose: vi.fn() }
  const wire = transport.open('ws/tables/T?after=3', listener)
  expect(sent).toEqual([{ type: 'open', id: 1, path: 'ws/tables/T?after=3' }])
  expect([wire.isOpen, wire.isClosed]).toEqual([false, false])
  answer({ type: 'opened', id: 1 }, { type: 'message', id: 1, text: 'hello' })
  expect([wire.isOpen, wire.isClosed]).toEqual([true, false])
  expect(listener.onText).toHaveBeenCalledWith('hello')
  wire.send('move')
  wire.close()
  expect(sent.slice(1)).toEqual([
    { type: 'send', id: 1, text: 'move' },
    { type: 'close', id: 1 },
  ])
  answer({ type: 'closed', id: 1, code: 1008, reason: 'gone' })
  expect(listener.onClose).toHaveBeenCalledWith(1008, 'gone')
  expect([wire.isOpen, wire.isClosed]).toEqual([false, true])
  wire.close()
  expect(sent).toHaveLength(3)
})
