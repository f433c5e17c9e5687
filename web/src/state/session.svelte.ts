/** A connection to a table: what this page knows of it, what the table refused, what is on its way. */
import type { Answer, Event as TableEvent, Hinted, MatchView, Moment, Said, Shown, View } from '../protocol/types'
import { TableSocket, type Command, type ConnectionState } from '../protocol/socket'
import type { Message } from '../texts/texts'
import { winners } from './ending'
import { noteOf, type Note } from './notes'
import type { Speech } from './phrases'
import { Stage, STAGE_MILLISECONDS } from './stage.svelte'
import { actingSeats, applyAnswer, changesPosition, emptyTable, type Table } from './table'

/** How long what somebody says stays beside them. */
const SPEECH_MILLISECONDS = 4000
const MAX_NOTES = 3

/** When this many events wait, nothing more is shown large. */
const MAX_LATE_EVENTS = 6

/** What a table tells by sound. */
export interface Signals {
  turn(): void
  /** Some events have led to a position. */
  move(events: readonly Shown[], view: View): void
  /** Something is decided. */
  moment(moment: Moment): void
  /** A round is over; ``won``: by somebody at this device. */
  end(won: boolean): void
  /** Somebody has come to the table. */
  arrive?(): void
}

export class TableSession {
  table = $state.raw<Table>(emptyTable('', ''))
  connection = $state<ConnectionState>('connecting')
  /** What was refused last, until something else happens. */
  refusal = $state.raw<Message | null>(null)
  /** The events that led from the last position to this one. */
  events = $state.raw<Shown[]>([])
  pending = $state(0)
  /** What people have just said, by person. */
  speech = $state.raw<ReadonlyMap<string, Speech>>(new Map())
  /** Who has just come or gone, and what people without a seat have said. */
  notes = $state.raw<readonly Note[]>([])
  /** Everybody goes on at another table, and this page has seen it happen. */
  followed = $state(false)
  /** This page has asked to go on. */
  leading = false
  readonly turns = $derived(actingSeats(this.table))
  /** What this person's seats have called since the last move; a broken connection does not change it. */
  #calls = $state.raw<ReadonlyMap<number | null, string>>(new Map())
  /** What this seat has called in this position; empty: it has said that it calls nothing; null: it has not answered. */
  readonly called = $derived(this.#calls.get(this.table.seat) ?? null)

  #lastHint = $state.raw<{ view: MatchView; hint: Hinted } | null>(null)
  /** What an expert would do in this position, if somebody has asked. */
  readonly hint = $derived(this.#lastHint?.view === this.table.view ? this.#lastHint.hint : null)

  /** What has been decided is shown here before the table goes on. */
  readonly stage = new Stage((moment) => this.signals.moment(moment))
  /** What came while something was on the stage. */
  #late: TableEvent[] = []
  /** The number of the last event that has come. */
  #received: number | null = null

  readonly #socket: TableSocket
  #newEvents: Shown[] = []
  #question = 0

  constructor(
    id: string,
    key: string,
    private readonly signals: Signals,
    /** Whether to look from a seat of this person; a shared screen does not. */
    readonly seated = true,
  ) {
    this.table = emptyTable(id, key)
    this.#socket = new TableSocket(id, key, () => ({ number: this.#received, seat: this.seated ? this.table.seat : '', screen: !this.seated }), {
      onAnswer: (answer) => this.#receive(answer),
      onState: (state) => (this.connection = state),
    })
  }

  close(): void {
    this.stage.clear()
    this.#socket.close()
  }

  /** Something else is being chosen: forget what was refused, and the open question about it. */
  select(): void {
    this.refusal = null
    this.#question++
  }

  /** Ask the table for something. What it refuses is kept in `refusal`. */
  async ask(command: Command): Promise<boolean> {
    this.select()
    this.pending++
    const answer = await this.#socket.send(command)
    this.pending--
    if (answer.type === 'refused') this.refusal = answer.message
    return answer.type === 'done'
  }

  move(text: string): void {
    void this.ask({ type: 'move', move: text })
  }

  /** Call a word; the empty word says that this seat calls nothing. */
  async call(word: string): Promise<void> {
    const { seat } = this.table
    const before = this.#calls
    const done = await this.ask(word ? { type: 'move', move: word } : { type: 'quiet' })
    if (done && before === this.#calls) this.#calls = new Map(before).set(seat, word)
  }

  /** Ask why a card does not fit. */
  async explain(about: string): Promise<void> {
    const question = ++this.#question
    const answer = await this.#socket.send({ type: 'why', about })
    if (question !== this.#question) return
    if (answer.type === 'why') this.refusal = answer.message ?? null
    if (answer.type === 'refused') this.refusal = answer.message
  }

  /** Ask what an expert would do now. */
  async requestHint(): Promise<void> {
    this.refusal = null
    const { view } = this.table
    const answer = await this.#socket.send({ type: 'hint' })
    if (answer.type === 'hint' && view) this.#lastHint = { view, hint: answer }
    if (answer.type === 'refused') this.refusal = answer.message
  }

  /** Take a message in. An event waits while something is on the stage; a whole table replaces everything. */
  #receive(answer: Answer): void {
    if (answer.type === 'table') {
      this.stage.clear()
      this.#late = []
    }
    if ('number' in answer) this.#received = answer.number
    if (answer.type !== 'event') return this.#apply(answer)
    this.#late.push(answer)
    if (this.stage.scene === null) this.#goOn()
    else if (this.#late.length > MAX_LATE_EVENTS || (this.table.view?.view.calls?.length && changesPosition(this.table, answer))) this.stage.finish()
  }

  /** Show what the events that have come decide, and apply them. */
  #goOn(): void {
    const event = this.#late.shift()
    if (!event) return
    const { pace = 'normal' } = this.table.lobby ?? {}
    const hurries = this.#late.length > MAX_LATE_EVENTS || globalThis.document?.hidden
    this.stage.show(event.shown ?? [], hurries ? 0 : STAGE_MILLISECONDS[pace], () => {
      this.#apply(event)
      this.#goOn()
    })
  }

  #apply(answer: Answer): void {
    const before = this.table
    if (answer.type === 'event') this.#newEvents.push(...(answer.shown ?? []))
    if (answer.type === 'table') this.#newEvents = []
    const after = applyAnswer(before, answer)
    if (changesPosition(before, answer)) this.#calls = new Map()
    if (after.view !== before.view) {
      this.events = this.#newEvents
      this.#newEvents = []
      this.refusal = null
    }
    this.table = after
    if (answer.type === 'event' && answer.what.kind === 'said') this.#showSpeech(answer.what)
    if (answer.type === 'event') {
      this.#showNote(noteOf(answer.what, before, after))
      if (answer.what.kind === 'followed' && !this.leading) this.followed = true
    }
    this.#signal(before, after)
  }

  #showNote(note: Note | null): void {
    if (!note) return
    this.notes = [...this.notes.filter((other) => other.person !== note.person), note].slice(-MAX_NOTES)
    if (note.kind === 'seated') this.signals.arrive?.()
    window.setTimeout(() => (this.notes = this.notes.filter((other) => other !== note)), SPEECH_MILLISECONDS)
  }

  #showSpeech({ person, phrase = '', words = '' }: Said): void {
    const speech = { phrase, words }
    this.speech = new Map(this.speech).set(person, speech)
    window.setTimeout(() => {
      if (this.speech.get(person) === speech) this.speech = new Map([...this.speech].filter(([who]) => who !== person))
    }, SPEECH_MILLISECONDS)
  }

  #signal(before: Table, after: Table): void {
    if (before.view === after.view || !after.view) return
    this.signals.move(this.events, after.view.view)
    if (after.view.view.outcome && !before.view?.view.outcome) this.signals.end(winners(after.view).some((seat) => after.seats.includes(seat)))
    else if (actingSeats(after).length && !actingSeats(before).length) this.signals.turn()
  }
}
