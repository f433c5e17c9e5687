/** A table that this page is connected to: what is known of it, what was refused, what is on its way. */
import type { Answer, Hinted, MatchView, Said, Shown } from '../protocol/types'
import { TableSocket, type Command, type Link } from '../protocol/socket'
import type { Message } from '../texts/texts'
import type { Spoken } from './phrases'
import { empty, folded, movedOn, myTurns, type Table } from './table'

/** So long the last words of somebody stand beside them, in milliseconds. */
const SAID = 4000

export interface Noticed {
  turn(): void
  laid(): void
  over(): void
}

export class TableSession {
  table = $state.raw<Table>(empty('', ''))
  link = $state<Link>('connecting')
  /** What was refused last, until something else happens. */
  refusal = $state.raw<Message | null>(null)
  /** What the happenings since the last position showed. */
  shown = $state.raw<Shown[]>([])
  pending = $state(0)
  /** What somebody has just said, for a moment. */
  said = $state.raw<ReadonlyMap<string, Spoken>>(new Map())
  readonly turns = $derived(myTurns(this.table))
  /** What the own seats have called since the last move; a break of the connection does not change that. */
  #spoke = $state.raw<ReadonlyMap<number | null, string>>(new Map())
  /** What this seat has called in the position shown; empty: nothing, and said so; null: it has not spoken. */
  readonly called = $derived(this.#spoke.get(this.table.seat) ?? null)

  #advised = $state.raw<{ view: MatchView; hint: Hinted } | null>(null)
  /** What an expert would do in the position shown, if somebody has asked. */
  readonly hint = $derived(this.#advised?.view === this.table.view ? this.#advised.hint : null)

  readonly #socket: TableSocket
  #gathered: Shown[] = []
  #question = 0

  constructor(
    id: string,
    key: string,
    private readonly noticed: Noticed,
    /** Whether to look from an own seat; a shared screen does not. */
    readonly seated = true,
  ) {
    this.table = empty(id, key)
    this.#socket = new TableSocket(id, key, () => ({ number: this.table.number, seat: this.seated ? this.table.seat : '' }), {
      heard: (answer) => this.#heard(answer),
      linked: (link) => (this.link = link),
    })
  }

  close(): void {
    this.#socket.close()
  }

  /** Something else is being chosen: what was refused is past, and so is a question about it. */
  chose(): void {
    this.refusal = null
    this.#question++
  }

  /** Ask the table for something; what it refuses is shown. */
  async ask(command: Command): Promise<boolean> {
    this.chose()
    this.pending++
    const answer = await this.#socket.send(command)
    this.pending--
    if (answer.type === 'refused') this.refusal = answer.message
    return answer.type === 'done'
  }

  /** Call something or, where calls are decided in peace, nothing. */
  async call(word: string): Promise<void> {
    const { seat } = this.table
    const before = this.#spoke
    const done = await this.ask(word ? { type: 'move', move: word } : { type: 'quiet' })
    if (done && before === this.#spoke) this.#spoke = new Map(before).set(seat, word)
  }

  /** Why a card does not go now. */
  async why(about: string): Promise<void> {
    const question = ++this.#question
    const answer = await this.#socket.send({ type: 'why', about })
    if (question !== this.#question) return
    if (answer.type === 'why') this.refusal = answer.message ?? null
    if (answer.type === 'refused') this.refusal = answer.message
  }

  /** What an expert would do now. */
  async advise(): Promise<void> {
    this.refusal = null
    const { view } = this.table
    const answer = await this.#socket.send({ type: 'hint' })
    if (answer.type === 'hint' && view) this.#advised = { view, hint: answer }
    if (answer.type === 'refused') this.refusal = answer.message
  }

  #heard(answer: Answer): void {
    const before = this.table
    if (answer.type === 'event') this.#gathered.push(...(answer.shown ?? []))
    if (answer.type === 'table') this.#gathered = []
    const after = folded(before, answer)
    if (movedOn(before, answer)) this.#spoke = new Map()
    if (after.view !== before.view) {
      this.shown = this.#gathered
      this.#gathered = []
      this.refusal = null
    }
    this.table = after
    if (answer.type === 'event' && answer.what.kind === 'said') this.#hear(answer.what)
    this.#notice(before, after)
  }

  #hear({ person, phrase = '', words = '' }: Said): void {
    const said = { phrase, words }
    this.said = new Map(this.said).set(person, said)
    window.setTimeout(() => {
      if (this.said.get(person) === said) this.said = new Map([...this.said].filter(([who]) => who !== person))
    }, SAID)
  }

  #notice(before: Table, after: Table): void {
    if (before.view === after.view || !after.view) return
    if (after.view.view.outcome && !before.view?.view.outcome) this.noticed.over()
    else if (myTurns(after).length && !myTurns(before).length) this.noticed.turn()
    else if (this.shown.length) this.noticed.laid()
  }
}
