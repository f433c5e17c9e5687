/** Reaches a server by HTTP and WebSockets. */
import { root } from './root'
import type { Reply, StreamedReply, Transport, Wire, WireListener } from './transport'

export class ServerTransport implements Transport {
  async request(method: string, path: string, body?: string): Promise<Reply> {
    const init: RequestInit = { method, credentials: 'same-origin' }
    if (body !== undefined) {
      init.headers = { 'content-type': 'application/json' }
      init.body = body
    }
    const response = await fetch(new URL(path, root), init)
    return { status: response.status, body: await response.text(), kept: response.headers.has('x-kept') }
  }

  async stream(path: string, signal: AbortSignal): Promise<StreamedReply> {
    const response = await fetch(new URL(path, root), { credentials: 'same-origin', signal })
    return { status: response.status, pieces: readPieces(response) }
  }

  open(path: string, listener: WireListener): Wire {
    const address = new URL(path, root)
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
    return new SocketWire(new WebSocket(address), listener)
  }
}

class SocketWire implements Wire {
  constructor(
    private readonly socket: WebSocket,
    listener: WireListener,
  ) {
    socket.onopen = () => listener.onOpen()
    socket.onmessage = (event) => listener.onText(event.data)
    socket.onclose = (event) => listener.onClose(event.code, event.reason)
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN
  }

  get isClosed(): boolean {
    return this.socket.readyState === WebSocket.CLOSED
  }

  send(text: string): void {
    this.socket.send(text)
  }

  close(): void {
    this.socket.close(1000)
  }
}

async function* readPieces(response: Response): AsyncGenerator<string> {
  const reader = response.body!.getReader()
  const decoder = new TextDecoder()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield decoder.decode(value, { stream: true })
  }
}
