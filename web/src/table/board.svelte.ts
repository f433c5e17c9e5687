/** What can be tapped on a table, and what taps become. The widgets draw; this decides nothing but asks the view. */
import { getContext, setContext } from 'svelte'
import type { View, Zone } from '../protocol/types'
import { chosen, chosenAs, couldGrow, finished, options, picked, ranges, text, type Draft, type Option, type Value } from '../state/choose'

const BOARD = Symbol('board')

export class Board {
  view = $state.raw<View | null>(null)
  draft = $state.raw<Draft | null>(null)
  /** The move that is on its way: what it is about stays picked until the table answers. */
  going = $state.raw<Draft | null>(null)
  /** A card that stands for many things, such as a joker, was picked: only what begins with it is offered. */
  holding = $state('')
  /** Several moves fit one tap: which is meant? */
  asked = $state.raw<Option[]>([])
  /** Whether anything can be chosen at all: not in a picture, nor in a replay. */
  live = $state(true)
  /** A move is on its way, or the table is gone: nothing can be sent, but nothing disappears either. */
  busy = $state(false)

  /** The move that an expert would make, if somebody has asked. */
  hint = $state('')

  readonly options = $derived(this.view && this.live ? options(this.view, this.draft) : [])
  readonly ranges = $derived(this.view && this.live ? ranges(this.view, this.draft) : [])
  readonly ready = $derived(this.view ? finished(this.view, this.draft) : null)
  /** The player that has been chosen for the move under way. */
  readonly partner = $derived(this.view ? (chosenAs(this.view, this.draft, 'seat').find((value) => typeof value === 'number') ?? null) : null)
  /** Moves and values that no zone shows: they become buttons. */
  readonly buttons = $derived(this.options.filter((option) => !option.zone && !this.#onTable(option)))

  constructor(
    private readonly submit: (move: string) => void,
    private readonly refuse: (card: string) => void,
    private readonly confirms: () => boolean,
    /** Something was chosen or taken back: what was said of another choice is past. */
    private readonly chose: () => void = () => {},
  ) {}

  /** A new position: what was being chosen is given up unless it still goes. */
  show(view: View | null): void {
    if (view === this.view) return
    if (!view || !this.draft || !finished(view, this.draft)) this.#forget()
    this.going = null
    this.view = view
  }

  /** Take back what has been chosen. */
  clear(): void {
    this.#forget()
    this.chose()
  }

  #forget(): void {
    this.draft = null
    this.holding = ''
    this.asked = []
  }

  /** What tapping a card, a place or a pile of a zone would mean. */
  at(zone: Zone, value: Value): Option[] {
    return this.options.filter((option) => this.#points(option, zone, value, this.holding))
  }

  /** Whether one of some options is a step of the move that an expert would make. */
  advises(found: readonly Option[]): boolean {
    const [verb, ...values] = this.hint.split(' ')
    return found.some((option) => option.verb === verb && (option.value === undefined ? !values.length : values.includes(String(option.value))))
  }

  /** Whether a card or a place is part of what is being chosen. */
  isPicked(zone: Zone, value: Value): boolean {
    if (this.holding && String(value) === this.holding && zone.kind === 'hand') return true
    const taken = this.view ? picked(this.view, this.draft ?? this.going, zone.name) : []
    return taken.some((one) => same(one, value) || (zone.kind === 'hand' && String(one).startsWith(`${value}>`)))
  }

  tap(zone: Zone, value: Value): void {
    if (this.busy) return
    if (this.holding && zone.kind === 'hand' && String(value) === this.holding) return this.clear()
    let found = this.#meant(this.options, zone, value, this.holding)
    if (found.length === 0 && (this.draft || this.holding) && this.view && this.live) {
      if (this.ready && this.isPicked(zone, value)) return this.send() // a second tap confirms
      found = this.#meant(options(this.view, null), zone, value, '')
      if (found.length) this.clear() // another card instead
    }
    if (found.length === 0) this.refuse(String(value))
    else if (zone.kind === 'hand' && found.length > 1 && found.every((option) => stands(option, value))) this.#hold(String(value))
    else this.among(found)
  }

  #hold(card: string): void {
    this.holding = card
    this.asked = []
    this.chose()
  }

  /** What choosing a player would mean: their tile can be tapped. */
  seat(seat: number): Option[] {
    const found = this.view && this.live && this.partner !== null ? options(this.view, null) : this.options
    return found.filter((option) => option.kind === 'seat' && option.value === seat && !option.zone && !this.#onTable(option))
  }

  /** Choose a player, another one instead, or nobody after all. */
  choose(seat: number): void {
    const [before, found] = [this.partner, this.seat(seat)]
    if (before !== null) this.clear()
    if (before !== seat) this.among(found)
  }

  /** Take the only option, or ask which one is meant. */
  among(found: Option[]): void {
    if (found.length === 1) return this.take(found[0]!)
    this.asked = found
    this.chose()
  }

  take(option: Option): void {
    if (!this.view || this.busy) return
    this.asked = []
    this.draft = chosen(this.view, this.draft, option)
    this.holding = ''
    this.chose()
    const move = finished(this.view, this.draft)
    const plain = option.value === undefined
    if (move && !couldGrow(this.view, this.draft) && (plain || !this.confirms())) this.send()
  }

  number(verb: string, value: number): void {
    if (this.busy) return
    this.draft = { verb, values: [...(this.draft?.values ?? []), [value]] }
    if (this.ready) this.send()
  }

  /** Send what has been chosen. */
  send(): void {
    if (!this.draft || !this.ready || this.busy) return
    const move = text(this.draft)
    this.going = this.draft
    this.#forget()
    this.submit(move)
  }

  /** What a tap means among some options. A card of the hand that fits nowhere may still be led to by connections. */
  #meant(among: readonly Option[], zone: Zone, value: Value, holding: string): Option[] {
    const found = among.filter((option) => this.#points(option, zone, value, holding))
    if (found.length || holding || zone.kind !== 'hand') return found
    return among.filter((option) => option.kind === 'link' && ends(option.value!, value))
  }

  /** Whether an option is about this element of this zone, with a card held that stands for many. */
  #points(option: Option, zone: Zone, value: Value, holding: string): boolean {
    const wanted = option.value
    if (wanted === undefined) return option.target === zone.name && zone.kind === 'pile' && this.options.length === 1
    if (holding && !String(wanted).startsWith(`${holding}>`)) return false
    if (zone.kind === 'rows' && (option.zone === zone.name || option.target === zone.name)) return ends(wanted, value)
    if (option.zone === zone.name) return same(wanted, value) || (zone.kind === 'hand' && stands(option, value))
    if (option.kind === 'pile' && zone.kind === 'pile') return same(wanted, zone.name) // a pile by its name, beside those by number
    return !option.zone && zone.kind === 'pile' && this.#pileOf(option) === zone.name
  }

  /** The open pile that a move names by its owner or by its place. */
  #pileOf(option: Option): string | undefined {
    if (option.kind !== 'seat' || option.value === undefined) return undefined
    const owner = option.value === 'own' ? this.view?.seat : option.value
    return this.view?.zones.find(
      (zone) => zone.kind === 'pile' && (zone.name === owner || (zone.owner === owner && zone.name.startsWith('open.'))),
    )?.name
  }

  #onTable(option: Option): boolean {
    return option.value !== undefined && this.#pileOf(option) !== undefined
  }
}

function same(a: Value, b: Value): boolean {
  return String(a) === String(b)
}

/** `R8`, `J>R8` and `Y8>R8` all lead to the place of red 8. */
function ends(wanted: Value, place: Value): boolean {
  return String(wanted).split('>').at(-1) === String(place)
}

/** Whether an option lays a card as another one: `J` as `J>R8`. */
function stands(option: Option, card: Value): boolean {
  return String(option.value ?? '').startsWith(`${card}>`)
}

export function provideBoard(board: Board): Board {
  return setContext(BOARD, board)
}

export function useBoard(): Board {
  return getContext(BOARD)
}
