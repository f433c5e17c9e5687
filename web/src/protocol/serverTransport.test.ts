import { beforeEach, expect, test, vi } from 'vitest'

vi.hoisted(() => Object.assign(globalThis, { document: { baseURI: 'https://home.test/reihum/' } }))
const { ServerTransport } = await import('./serverTransport')

/** A WebSocket that a test opens, fills and closes. */
class FakeSocket {
  static readonly OPEN = 1
  static readonly CLOSED = 3
  static last: FakeSocket
  readyState = 0
  sent: string[] = []
  onopen = () => {}
  onmessage = (_: { data: string }) => {}
  onclose = (_: { code: number; reason: string }) => {}

  constructor(readonly address: URL) {
    FakeSocket.last = this
  }

  send(text: string): void {
    this.sent.push(text)
  }

  close(code: number): void {
    this.readyState = FakeSocket.CLOSED
    this.onclose({ code, reason: '' })
  }
}

const fetching = vi.fn()
beforeEach(() => {
  fetching.mockReset()
  vi.stubGlobal('fetch', fetching)
  vi.stubGlobal('WebSocket', FakeSocket)
})

const transport = new ServerTransport()

test('a request goes to an address below the root, with its cookie', async () => {
  fetching.mockResolvedValue(new Response('{"table":"t"}', { status: 201 }))
  expect(await transport.request('POST', 'api/tables', '{}')).toEqual({ status: 201, body: '{"table":"t"}', kept: false })
  const [address, init] = fetching.mock.calls[0]!
  expect(String(address)).toBe('https://home.test/reihum/api/tables')
  expect(init).toMatchObject({ method: 'POST', body: '{}', credentials: 'same-origin' })
})

test('what the service worker has kept says so', async () => {
  fetching.mockResolvedValue(new Response('{}', { headers: { 'x-kept': 'yes' } }))
  expect((await transport.request('GET', 'api/games')).kept).toBe(true)
})

test('a streamed reply is read piece by piece, and no letter is torn', async () => {
  const bytes = new TextEncoder().encode('{"a":"ä"}\n')
  const body = new ReadableStream({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
      controller.close()
    },
  })
  fetching.mockResolvedValue(new Response(body))
  let text = ''
  for await (const piece of (await transport.stream('api/review', new AbortController().signal)).pieces) text += piece
  expect(text).toBe('{"a":"ä"}\n')
})

test('a connection to a table is a secure socket where the page is secure', () => {
  const listener = { onOpen: vi.fn(), onText: vi.fn(), onClose: vi.fn() }
  const wire = transport.open('ws/tables/T?seat=0', listener)
  const socket = FakeSocket.last
  expect(socket.address.href).toBe('wss://home.test/reihum/ws/tables/T?seat=0')
  socket.readyState = FakeSocket.OPEN
  socket.onopen()
  socket.onmessage({ data: 'hello' })
  wire.send('move')
  expect([wire.isOpen, socket.sent]).toEqual([true, ['move']])
  expect(listener.onText).toHaveBeenCalledWith('hello')
  wire.close()
  expect(listener.onClose).toHaveBeenCalledWith(1000, '')
  expect([wire.isOpen, wire.isClosed]).toEqual([false, true])
})
