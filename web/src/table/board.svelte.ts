/** What can be tapped on a table, and which move the taps make. It knows no rules: every answer comes from the view. */
import { getContext, setContext } from 'svelte'
import type { View, Zone } from '../protocol/types'
import { addOption, canGrow, completeMove, listOptions, listRanges, valuesInZone, valuesOfKind, writeMove, type Draft, type Option, type Value } from '../state/draft'

const BOARD = Symbol('board')

/** What a board tells the table. */
export interface BoardListener {
  /** A move is complete. */
  move(text: string): void
  /** Somebody has tapped a card that does not fit. */
  explain(card: string): void
  /** Something was chosen or taken back. */
  select(): void
}

export class Board {
  view = $state.raw<View | null>(null)
  draft = $state.raw<Draft | null>(null)
  /** The move that was sent: its cards stay picked until the table answers. */
  sent = $state.raw<Draft | null>(null)
  /** The picked card that can be laid as several others, such as a joker: only options that begin with it are offered. */
  held = $state('')
  /** Several options fit one tap, and the player is asked which one. */
  asked = $state.raw<Option[]>([])
  /** Whether anything can be chosen: not in a picture, nor in a replay. */
  live = $state(true)
  /** Nothing can be sent just now, but nothing disappears either. */
  busy = $state(false)
  /** Whether a move that was made by pointing needs a second tap. */
  confirms = $state(false)
  /** The card of a hand that is being dragged: places that accept it light up. */
  dragged = $state.raw<{ zone: Zone; card: string } | null>(null)
  /** The move that an expert would make, if somebody has asked. */
  hint = $state('')
  /** The move that is about to be made by itself. */
  automatic = $state('')

  readonly options = $derived(this.view && this.live ? listOptions(this.view, this.draft) : [])
  readonly ranges = $derived(this.view && this.live ? listRanges(this.view, this.draft) : [])
  readonly ready = $derived(this.view ? completeMove(this.view, this.draft) : null)
  /** The player that has been chosen for the move under way. */
  readonly partner = $derived(this.view ? (valuesOfKind(this.view, this.draft, 'seat').find((value) => typeof value === 'number') ?? null) : null)
  /** The options that no zone shows. */
  readonly buttons = $derived(this.options.filter((option) => !option.zone))

  constructor(private readonly listener: BoardListener) {}

  /** Show a new position. A draft that is still a legal move is kept. */
  show(view: View | null): void {
    if (view === this.view) return
    if (!view || !this.draft || !completeMove(view, this.draft)) this.#forget()
    this.sent = null
    this.view = view
  }

  /** Take back what has been chosen. */
  clear(): void {
    this.#forget()
    this.listener.select()
  }

  #forget(): void {
    this.draft = null
    this.held = ''
    this.asked = []
  }

  /** The options that a tap on a card, a place or a pile of a zone would take. */
  optionsAt(zone: Zone, value: Value): Option[] {
    return this.options.filter((option) => this.#pointsAt(option, zone, value, this.held))
  }

  /** Whether one of some options is a step of the move that an expert would make. */
  isHinted(options: readonly Option[]): boolean {
    return leadTo(this.hint, options)
  }

  /** The number that an expert would name with a verb. */
  hintedNumber(verb: string): number | null {
    const [hinted, number] = this.hint.split(' ')
    return hinted === verb && number !== undefined ? Number(number) : null
  }

  /** Whether one of some options is about to be taken by itself. */
  isAutomatic(options: readonly Option[]): boolean {
    return leadTo(this.automatic, options)
  }

  /** Whether a card or a place belongs to the move under way. */
  isPicked(zone: Zone, value: Value): boolean {
    if (this.held && String(value) === this.held && zone.kind === 'hand') return true
    const values = this.view ? valuesInZone(this.view, this.draft ?? this.sent, zone.name) : []
    return values.some((one) => zone.kind === 'pile' || isSame(one, value) || (zone.kind === 'hand' && String(one).startsWith(`${value}>`)))
  }

  tap(zone: Zone, value: Value): void {
    if (this.busy) return
    if (this.held && zone.kind === 'hand' && String(value) === this.held) return this.clear()
    let found = this.#optionsMeant(this.options, zone, value, this.held)
    if (found.length === 0 && (this.draft || this.held) && this.view && this.live) {
      if (this.ready && this.isPicked(zone, value)) return this.send() // a second tap confirms
      found = this.#optionsMeant(listOptions(this.view, null), zone, value, '')
      if (found.length) this.clear() // another card instead
    }
    if (found.length === 0) this.listener.explain(String(value))
    else if (zone.kind === 'hand' && found.length > 1 && found.every((option) => laysAsAnother(option, value))) this.#hold(String(value))
    else this.takeOrAsk(found)
  }

  #hold(card: string): void {
    this.held = card
    this.asked = []
    this.listener.select()
  }

  /** Whether a card that is being dragged can be dropped here. */
  accepts(zone: Zone, value: Value): boolean {
    if (!this.dragged || !this.view) return false
    const { zone: from, card } = this.dragged
    return this.optionsAt(from, card).some((option) =>
      option.target === zone.name
        ? zone.kind !== 'rows' || leadsTo(option.value!, value)
        : listOptions(this.view!, addOption(this.view!, this.draft, option)).some((next) => this.#pointsAt(next, zone, value, '')),
    )
  }

  /** Lay a card that was dragged onto a place. Where the zone does not accept it, it is only picked. */
  drop(zone: Zone, card: string, onto: { zone: Zone; value: Value } | null): void {
    const options = this.optionsAt(zone, card)
    const meant = onto ? options.filter((option) => leadsTo(option.value!, onto.value)) : []
    if (meant.length === 1) this.take(meant[0]!)
    else if (!this.draft || !this.isPicked(zone, card)) this.tap(zone, card)
    if (!onto || !this.draft) return
    if (this.optionsAt(onto.zone, onto.value).length) this.tap(onto.zone, onto.value)
    else if (this.ready && options.some((option) => option.target === onto.zone.name)) this.send()
  }

  /** The options that choose a player: the player's tile can be tapped. */
  optionsForSeat(seat: number): Option[] {
    const found = this.view && this.live && this.partner !== null ? listOptions(this.view, null) : this.options
    return found.filter((option) => option.kind === 'seat' && option.value === seat && !option.zone)
  }

  /** Choose a player, another player instead, or take the choice back. */
  tapSeat(seat: number): void {
    const [before, found] = [this.partner, this.optionsForSeat(seat)]
    if (before !== null) this.clear()
    if (before !== seat) this.takeOrAsk(found)
  }

  /** Take the only option, or ask which one is meant. */
  takeOrAsk(options: Option[]): void {
    if (options.length === 1) this.take(options[0]!)
    else this.ask(options)
  }

  /** Ask which option is meant, or whether the only one is. */
  ask(options: Option[]): void {
    this.asked = options
    this.listener.select()
  }

  take(option: Option): void {
    if (!this.view || this.busy) return
    this.asked = []
    this.draft = addOption(this.view, this.draft, option)
    this.held = ''
    this.listener.select()
    const move = completeMove(this.view, this.draft)
    const isButton = option.value === undefined
    if (move && !canGrow(this.view, this.draft) && (isButton || !this.confirms)) this.send()
  }

  enterNumber(verb: string, value: number): void {
    if (this.busy) return
    this.draft = { verb, values: [...(this.draft?.values ?? []), [value]] }
    if (this.ready) this.send()
  }

  /** Send what has been chosen. */
  send(): void {
    if (!this.draft || !this.ready || this.busy) return
    const move = writeMove(this.draft)
    this.sent = this.draft
    this.#forget()
    this.listener.move(move)
  }

  /** The options that a tap means. A card of the hand that fits nowhere can still be the end of a link. */
  #optionsMeant(options: readonly Option[], zone: Zone, value: Value, held: string): Option[] {
    const found = options.filter((option) => this.#pointsAt(option, zone, value, held))
    if (found.length || held || zone.kind !== 'hand') return found
    return options.filter((option) => option.kind === 'link' && leadsTo(option.value!, value))
  }

  /** Whether an option points at this element of this zone, while a card is held. */
  #pointsAt(option: Option, zone: Zone, value: Value, held: string): boolean {
    const wanted = option.value
    if (wanted === undefined) return zone.kind === 'pile' && (option.source === zone.name || (option.target === zone.name && this.options.length === 1))
    if (held && !String(wanted).startsWith(`${held}>`)) return false
    if (zone.kind === 'rows' && (option.zone === zone.name || option.target === zone.name)) return leadsTo(wanted, value)
    if (option.zone === zone.name) return zone.kind === 'pile' || isSame(wanted, value) || (zone.kind === 'hand' && laysAsAnother(option, value))
    return option.kind === 'pile' && zone.kind === 'pile' && isSame(wanted, zone.name) // beside piles with numbers
  }
}

/** Whether one of some options is a step of a move. */
function leadTo(move: string, options: readonly Option[]): boolean {
  const [verb, ...values] = move.split(' ')
  return options.some((option) => option.verb === verb && (option.value === undefined ? !values.length : values.includes(String(option.value))))
}

function isSame(a: Value, b: Value): boolean {
  return String(a) === String(b)
}

/** `R8`, `J>R8` and `Y8>R8` all lead to the place of red 8. */
function leadsTo(wanted: Value, place: Value): boolean {
  return String(wanted).split('>').at(-1) === String(place)
}

/** Whether an option lays a card as another one: `J` as `J>R8`. */
function laysAsAnother(option: Option, card: Value): boolean {
  return String(option.value ?? '').startsWith(`${card}>`)
}

export function provideBoard(board: Board): Board {
  return setContext(BOARD, board)
}

export function useBoard(): Board {
  return getContext(BOARD)
}
