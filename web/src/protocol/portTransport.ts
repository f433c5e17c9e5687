/** Reaches the engine in a worker by messages: the same requests and answers as a server's. */
import type { Reply, StreamedReply, Transport, Wire, WireListener } from './transport'

/** What the page sends to the engine. Paths are relative to the root of the site. */
export type ToEngine =
  | { type: 'request'; id: number; method: string; path: string; body?: string; language?: string }
  | { type: 'cancel'; id: number }
  | { type: 'open'; id: number; path: string }
  | { type: 'send'; id: number; text: string }
  | { type: 'close'; id: number }

/** What the engine sends to the page. A reply with ``more`` goes on in chunks until ``end``, which tells if it has broken off. */
export type FromEngine =
  | { type: 'response'; id: number; status: number; media: string; body: string; more?: boolean }
  | { type: 'chunk'; id: number; text: string }
  | { type: 'end'; id: number; failed?: boolean }
  | { type: 'opened'; id: number }
  | { type: 'message'; id: number; text: string }
  | { type: 'closed'; id: number; code: number; reason: string }

type Receive = (message: FromEngine) => void

export class PortTransport implements Transport {
  #count = 0
  readonly #receivers = new Map<number, Receive>()

  constructor(
    private readonly post: (message: ToEngine) => void,
    private readonly language: () => string,
  ) {}

  /** Take a message of the engine in. */
  receive(message: FromEngine): void {
    this.#receivers.get(message.id)?.(message)
  }

  async request(method: string, path: string, body?: string): Promise<Reply> {
    const { status, pieces } = await this.#ask(method, path, body)
    let text = ''
    for await (const piece of pieces) text += piece
    return { status, body: text, kept: false }
  }

  stream(path: string, signal: AbortSignal): Promise<StreamedReply> {
    return this.#ask('GET', path, undefined, signal)
  }

  open(path: string, listener: WireListener): Wire {
    const id = ++this.#count
    const wire = new PortWire(id, this.post)
    this.#receivers.set(id, (message) => {
      if (message.type === 'opened') {
        wire.isOpen = true
        listener.onOpen()
      } else if (message.type === 'message') listener.onText(message.text)
      else if (message.type === 'closed') {
        this.#receivers.delete(id)
        wire.isOpen = false
        wire.isClosed = true
        listener.onClose(message.code, message.reason)
      }
    })
    this.post({ type: 'open', id, path })
    return wire
  }

  #ask(method: string, path: string, body?: string, signal?: AbortSignal): Promise<StreamedReply> {
    const id = ++this.#count
    const pieces = new Pieces()
    const finish = (failed = false) => {
      this.#receivers.delete(id)
      pieces.end(failed)
    }
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => {
        if (!this.#receivers.has(id)) return
        this.post({ type: 'cancel', id })
        finish()
        reject(signal.reason)
      })
      this.#receivers.set(id, (message) => {
        if (message.type === 'response') {
          pieces.add(message.body)
          resolve({ status: message.status, pieces })
          if (!message.more) finish()
        } else if (message.type === 'chunk') pieces.add(message.text)
        else if (message.type === 'end') finish(message.failed)
      })
      this.post({ type: 'request', id, method, path, language: this.language(), ...(body === undefined ? {} : { body }) })
    })
  }
}

class PortWire implements Wire {
  isOpen = false
  isClosed = false

  constructor(
    private readonly id: number,
    private readonly post: (message: ToEngine) => void,
  ) {}

  send(text: string): void {
    this.post({ type: 'send', id: this.id, text })
  }

  close(): void {
    if (!this.isClosed) this.post({ type: 'close', id: this.id })
  }
}

/** Pieces that one side adds and the other side reads as they come. Reading throws an error where they have broken off. */
class Pieces implements AsyncIterable<string> {
  readonly #waiting: string[] = []
  #ended = false
  #failed = false
  #wake = () => {}

  add(piece: string): void {
    this.#waiting.push(piece)
    this.#wake()
  }

  end(failed: boolean): void {
    this.#ended = true
    this.#failed = failed
    this.#wake()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    for (;;) {
      while (this.#waiting.length) yield this.#waiting.shift()!
      if (this.#failed) throw new Error('the answer has broken off')
      if (this.#ended) return
      await new Promise<void>((wake) => (this.#wake = wake))
    }
  }
}
