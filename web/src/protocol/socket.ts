/**
 * One connection to one table. It comes back by itself after a break and resumes behind the last number it has seen;
 * a command that was not answered is sent again with the same id, which the host knows to be the same.
 */
import type { Answer, Request } from './types'
import { isThere, root } from './api'

export type Link = 'connecting' | 'open' | 'lost' | 'ended'

type Command = Request extends infer R ? (R extends { id: string } ? Omit<R, 'id'> : never) : never
export type { Command }

export interface Listener {
  heard(answer: Answer): void
  linked(link: Link): void
}

const LONGEST_PAUSE = 10_000
const LONGEST_FRAME = 100
const REFUSED = 1008

export class TableSocket {
  #socket: WebSocket | null = null
  #waiting = new Map<string, { text: string; done: (answer: Answer) => void }>()
  #tries = 0
  #timer = 0
  #ended = false
  #count = 0
  #inbox: Answer[] = []
  #painted = true
  // not crypto.randomUUID: browsers have it on secure pages only, and a table in the home network is none
  readonly #session = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(36)).join('')

  /** `number` tells the last number seen, or null for the whole table; `seat` where to look from: empty as a spectator,
   * null from the first own seat. */
  constructor(
    readonly table: string,
    readonly key: string,
    private readonly place: () => { number: number | null; seat: number | '' | null },
    private readonly listener: Listener,
  ) {
    this.#connect()
    addEventListener('online', this.#hurry)
    document.addEventListener('visibilitychange', this.#hurry)
  }

  /** Send a command; the promise holds its answer, which comes even after a break. */
  send(command: Command): Promise<Answer> {
    const id = `${this.#session}-${++this.#count}`
    const text = JSON.stringify({ ...command, id })
    this.#paint()
    return new Promise((done) => {
      this.#waiting.set(id, { text, done })
      if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text)
    })
  }

  close(): void {
    this.#ended = true
    clearTimeout(this.#timer)
    removeEventListener('online', this.#hurry)
    document.removeEventListener('visibilitychange', this.#hurry)
    this.#socket?.close(1000)
    this.listener.linked('ended')
  }

  #address(): URL {
    const { number, seat } = this.place()
    const address = new URL(`ws/tables/${encodeURIComponent(this.table)}`, root)
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
    if (number !== null) address.searchParams.set('after', String(number))
    if (seat !== null) address.searchParams.set('seat', String(seat))
    if (this.key) address.searchParams.set('key', this.key)
    return address
  }

  /** Answers wait until the tap itself is on the screen: drawing a whole position would make it look late. */
  #paint(): void {
    this.#painted = false
    let timer = 0
    const painted = () => {
      clearTimeout(timer)
      this.#painted = true
      this.#drain()
    }
    timer = window.setTimeout(painted, LONGEST_FRAME) // nothing is painted where nobody looks
    requestAnimationFrame(() => setTimeout(painted))
  }

  #drain(): void {
    for (const answer of this.#inbox.splice(0)) this.#heard(answer)
  }

  #connect(): void {
    this.#drain()
    this.listener.linked(this.#tries ? 'lost' : 'connecting')
    const socket = new WebSocket(this.#address())
    let opened = false
    this.#socket = socket
    socket.onopen = () => {
      opened = true
      this.#tries = 0
      this.listener.linked('open')
      for (const { text } of this.#waiting.values()) socket.send(text)
    }
    socket.onmessage = (event) => {
      this.#inbox.push(JSON.parse(event.data))
      if (this.#painted) this.#drain()
    }
    socket.onclose = (event) => {
      const refused = event.code === REFUSED && event.reason !== 'rate'
      if (this.#socket === socket && !this.#ended) void this.#closed(opened, refused)
    }
  }

  /** Try again – unless there is no such table, or not for us. A browser does not tell why it was not let in. */
  async #closed(opened: boolean, refused: boolean): Promise<void> {
    const pause = Math.min(LONGEST_PAUSE, 300 * 2 ** this.#tries++) * (0.75 + Math.random() / 2)
    if (opened) this.listener.linked('lost')
    if (refused || (!opened && !(await isThere(this.table, this.key)))) {
      this.#ended = true
      this.listener.linked('ended')
    } else if (!this.#ended) {
      this.listener.linked('lost')
      this.#timer = window.setTimeout(() => this.#connect(), pause)
    }
  }

  #hurry = (): void => {
    if (this.#ended || document.hidden || this.#socket?.readyState !== WebSocket.CLOSED) return
    clearTimeout(this.#timer)
    this.#connect()
  }

  #heard(answer: Answer): void {
    if ('id' in answer && (answer.type === 'done' || answer.type === 'refused' || answer.type === 'why' || answer.type === 'hint')) {
      this.#waiting.get(answer.id)?.done(answer)
      this.#waiting.delete(answer.id)
    }
    this.listener.heard(answer)
  }
}
