/**
 * One connection to one table. After a break it reconnects and resumes after the last number it has seen. It sends every
 * unanswered command again with the same id, so the host does it once.
 */
import type { Answer, Request } from './types'
import { tableExists } from './api'
import { transport } from './host'
import type { Wire } from './transport'

export type ConnectionState = 'connecting' | 'connected' | 'lost' | 'ended'

type Command = Request extends infer R ? (R extends { id: string } ? Omit<R, 'id'> : never) : never
export type { Command }

export interface Listener {
  onAnswer(answer: Answer): void
  onState(state: ConnectionState): void
}

const MAX_PAUSE_MILLISECONDS = 10_000
const MAX_FRAME_MILLISECONDS = 100
const POLICY_VIOLATION = 1008

export class TableSocket {
  #wire: Wire | null = null
  #waiting = new Map<string, { text: string; done: (answer: Answer) => void }>()
  #tries = 0
  #timer = 0
  #ended = false
  #count = 0
  #inbox: Answer[] = []
  #painted = true
  // not crypto.randomUUID: browsers have it on secure pages only, and a table in the home network is not secure
  readonly #session = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(36)).join('')

  /** `place` gives the last number seen (null: send the whole table) and the seat to look from (empty: a spectator; null:
   * the first seat of this person). A `screen` shows the table to everybody in the room. */
  constructor(
    readonly table: string,
    readonly key: string,
    private readonly place: () => { number: number | null; seat: number | '' | null; screen?: boolean },
    private readonly listener: Listener,
  ) {
    this.#connect()
    addEventListener('online', this.#reconnectNow)
    document.addEventListener('visibilitychange', this.#reconnectNow)
  }

  /** Send a command and wait for its answer, even across a break of the connection. */
  send(command: Command): Promise<Answer> {
    const id = `${this.#session}-${++this.#count}`
    const text = JSON.stringify({ ...command, id })
    this.#waitForPaint()
    return new Promise((done) => {
      this.#waiting.set(id, { text, done })
      if (this.#wire?.isOpen) this.#wire.send(text)
    })
  }

  close(): void {
    this.#ended = true
    clearTimeout(this.#timer)
    removeEventListener('online', this.#reconnectNow)
    document.removeEventListener('visibilitychange', this.#reconnectNow)
    this.#wire?.close()
    this.listener.onState('ended')
  }

  #path(): string {
    const { number, seat, screen } = this.place()
    const asked = new URLSearchParams()
    if (number !== null) asked.set('after', String(number))
    if (seat !== null) asked.set('seat', String(seat))
    if (screen) asked.set('screen', '')
    if (this.key) asked.set('key', this.key)
    return `ws/tables/${encodeURIComponent(this.table)}${asked.size ? `?${asked}` : ''}`
  }

  /** Hold answers back until the tap itself is on the screen: drawing a whole position would make the tap look late. */
  #waitForPaint(): void {
    this.#painted = false
    let timer = 0
    const painted = () => {
      clearTimeout(timer)
      this.#painted = true
      this.#deliver()
    }
    timer = window.setTimeout(painted, MAX_FRAME_MILLISECONDS) // a hidden tab paints nothing
    requestAnimationFrame(() => setTimeout(painted))
  }

  #deliver(): void {
    for (const answer of this.#inbox.splice(0)) this.#receive(answer)
  }

  #connect(): void {
    this.#deliver()
    this.listener.onState(this.#tries ? 'lost' : 'connecting')
    let opened = false
    const wire = transport.open(this.#path(), {
      onOpen: () => {
        opened = true
        this.#tries = 0
        this.listener.onState('connected')
        for (const { text } of this.#waiting.values()) wire.send(text)
      },
      onText: (text) => {
        this.#inbox.push(JSON.parse(text))
        if (this.#painted) this.#deliver()
      },
      onClose: (code, reason) => {
        const refused = code === POLICY_VIOLATION && reason !== 'rate'
        if (this.#wire === wire && !this.#ended) void this.#closed(opened, refused)
      },
    })
    this.#wire = wire
  }

  /** Try again, unless this person cannot see the table. A browser does not tell why a server refused a connection. */
  async #closed(opened: boolean, refused: boolean): Promise<void> {
    const pause = Math.min(MAX_PAUSE_MILLISECONDS, 300 * 2 ** this.#tries++) * (0.75 + Math.random() / 2)
    if (opened) this.listener.onState('lost')
    if (refused || (!opened && !(await tableExists(this.table, this.key)))) {
      this.#ended = true
      this.listener.onState('ended')
    } else if (!this.#ended) {
      this.listener.onState('lost')
      this.#timer = window.setTimeout(() => this.#connect(), pause)
    }
  }

  #reconnectNow = (): void => {
    if (this.#ended || document.hidden || !this.#wire?.isClosed) return
    clearTimeout(this.#timer)
    this.#connect()
  }

  #receive(answer: Answer): void {
    if ('id' in answer && (answer.type === 'done' || answer.type === 'refused' || answer.type === 'why' || answer.type === 'hint')) {
      this.#waiting.get(answer.id)?.done(answer)
      this.#waiting.delete(answer.id)
    }
    this.listener.onAnswer(answer)
  }
}
