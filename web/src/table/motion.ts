/**
 * Cards fly from where they were to where they go. We measure the table before and after a new position is drawn. Every
 * card that an event moved then flies above the table from its old place to its new one, and cards that make room glide
 * (FLIP, with transforms alone). All measuring comes first: a measurement between two animations would make the browser
 * lay out the whole table again.
 */
import { mount, unmount } from 'svelte'
import Card from '../cards/Card.svelte'
import type { Shown } from '../protocol/types'
import { preferences } from '../state/preferences.svelte'
import { listFlights, type Flight } from './flights'

export interface Measurements {
  cards: Map<string, DOMRect>
  zones: Map<string, DOMRect>
  seats: Map<number, DOMRect>
  /** Zones whose top card lies face down: a card from there turns over. */
  covered: Set<string>
}

const FLIGHT_MILLISECONDS = 260
const STAGGER_MILLISECONDS = 90
const STOP_MILLISECONDS = 800
const MIN_DISTANCE_PIXELS = 2
const EASE = 'cubic-bezier(0.3, 0.1, 0.2, 1)'
/** A card is heavy: it is lifted slowly, leans the way it goes, and comes to rest slowly. */
const LIFT_EASE = 'cubic-bezier(0.4, 0, 0.7, 0.6)'
const LAND_EASE = 'cubic-bezier(0.2, 0.5, 0.2, 1)'
const LIFT = 0.08
const MAX_LEAN_DEGREES = 7
const LEAN_PIXELS = 40
const CARD_SIZE = { width: 44, height: 66 }

/** Whether cards stay where they are: this device or this person wants no motion. */
export function prefersLessMotion(): boolean {
  return !preferences.motion || matchMedia('(prefers-reduced-motion: reduce)').matches
}

export function measureTable(root: HTMLElement): Measurements {
  const before: Measurements = { cards: new Map(), zones: new Map(), seats: new Map(), covered: new Set() }
  if (prefersLessMotion()) return before
  for (const element of root.querySelectorAll<HTMLElement>('[data-card]')) before.cards.set(element.dataset.card!, boxOf(element))
  for (const element of root.querySelectorAll<HTMLElement>('[data-zone]')) {
    before.zones.set(element.dataset.zone!, boxOf(element))
    if (element.querySelector('[data-covered]')) before.covered.add(element.dataset.zone!)
  }
  for (const element of root.querySelectorAll<HTMLElement>('[data-seat]')) {
    before.seats.set(Number(element.dataset.seat), boxOf(element.querySelector<HTMLElement>('.tile') ?? element))
  }
  return before
}

/** Let the cards of some events fly, and let all other cards that have moved glide. */
export function animateCards(root: HTMLElement, before: Measurements, events: readonly Shown[]): void {
  if (prefersLessMotion()) return
  const flights = listFlights(events)
  const flown = new Set(flights.map((flight) => flight.card))
  const begin = flights.map((flight, index) => fly(root, before, flight, index))
  for (const element of root.querySelectorAll<HTMLElement>('[data-card]')) {
    const from = before.cards.get(element.dataset.card!)
    if (from && !flown.has(element.dataset.card!)) begin.push(glide(element, from))
  }
  for (const start of begin) start?.()
}

const RECALL_MILLISECONDS = 1600

/** Show again which cards some events have moved: they fly once more, and the places where they are stand out. */
export function replayCards(root: HTMLElement, events: readonly Shown[]): void {
  const before = { ...measureTable(root), cards: new Map() }
  const flights = listFlights(events)
  const begin = prefersLessMotion() ? [] : flights.map((flight, index) => fly(root, before, flight, index))
  for (const element of new Set(flights.map((flight) => landing(root, flight)))) {
    element?.classList.add('recalled')
    setTimeout(() => element?.classList.remove('recalled'), RECALL_MILLISECONDS)
  }
  for (const start of begin) start?.()
}

/** Begins an animation. */
type Start = () => void

/** The box of an element; of a tilted card, the box without the tilt. */
function boxOf(element: HTMLElement): DOMRect {
  const box = element.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = element
  return new DOMRect(box.left + (box.width - width) / 2, box.top + (box.height - height) / 2, width, height)
}

function glide(element: HTMLElement, from: DOMRect): Start | undefined {
  const to = boxOf(element)
  const [x, y] = [from.x - to.x, from.y - to.y]
  if (Math.hypot(x, y) < MIN_DISTANCE_PIXELS) return undefined
  return () => element.animate([{ translate: `${x}px ${y}px` }, { translate: '0 0' }], { duration: FLIGHT_MILLISECONDS, easing: EASE, composite: 'add' })
}

function fly(root: HTMLElement, before: Measurements, flight: Flight, index: number): Start | undefined {
  const end = landing(root, flight)
  const start = before.cards.get(flight.from) ?? (flight.source ? before.zones.get(flight.source) : before.seats.get(flight.seat ?? -1))
  const stops = [start, flight.stops ? middle(root, index) : null, end ? boxOf(end) : null].filter((stop) => stop instanceof DOMRect)
  if (stops.length < 2) return undefined
  const flat = end?.classList.contains('place') ?? false
  const size = end?.dataset.card ? boxOf(end) : CARD_SIZE
  const delay = Math.min(index, 6) * STAGGER_MILLISECONDS
  const turns = flight.card !== '?' && before.covered.has(flight.source)
  const places = stops.map((stop) => placeCard(stop, size))
  const [first, second, third] = places as [Placed, Placed, Placed?]
  const frames = flight.stops
    ? [first, { ...second, offset: 0.22 }, { ...second, offset: 0.8 }, ...(third ? [third] : [])].map(keyframe)
    : [{ ...first, easing: LIFT_EASE }, { ...carry(first, second), offset: 0.45, easing: LAND_EASE }, second].map(keyframe)
  const duration = flight.stops ? FLIGHT_MILLISECONDS * 2 + STOP_MILLISECONDS : FLIGHT_MILLISECONDS
  return () => {
    const whole = drawFlyingCard(flight.card, flat, turns, size)
    const animation = whole.element.animate(frames, { duration, delay, easing: flight.stops ? EASE : 'linear', fill: 'both' })
    if (turns) whole.element.firstElementChild!.animate([{ rotate: 'y 180deg' }, { rotate: 'y 0deg' }], { duration, delay, easing: EASE, fill: 'both' })
    if (end?.dataset.card) end.animate([{ opacity: 0 }, { opacity: 0 }], { duration: duration + delay })
    animation.finished.catch(() => {}).finally(whole.remove)
  }
}

/** The element that a card lands on: itself in its new zone, else that zone. */
function landing(root: HTMLElement, flight: Flight): HTMLElement | null {
  const zone = flight.target ? root.querySelector<HTMLElement>(`[data-zone="${CSS.escape(flight.target)}"]`) : null
  const card = flight.card === '?' ? null : (zone ?? root).querySelector<HTMLElement>(`[data-card="${CSS.escape(flight.card)}"]`)
  return card ?? zone
}

/** Where a card stops that is shown: side by side with others in the middle. */
function middle(root: HTMLElement, index: number): DOMRect {
  const box = (root.querySelector('.middle') ?? root).getBoundingClientRect()
  const x = box.left + box.width / 2 + ((index % 6) - 1.5) * (CARD_SIZE.width + 10)
  return new DOMRect(x - CARD_SIZE.width / 2, box.top + Math.min(box.height, innerHeight - box.top) / 2 - CARD_SIZE.height / 2, CARD_SIZE.width, CARD_SIZE.height)
}

/** Where a flying card is, how large, and how far it leans. */
interface Placed {
  x: number
  y: number
  scale: number
  lean?: number
  offset?: number
  easing?: string
}

function placeCard(box: DOMRect, size: { width: number; height: number }): Placed {
  const scale = Math.min(2, Math.max(0.4, Math.min(box.width / size.width, box.height / size.height)))
  return { x: box.x + box.width / 2 - size.width / 2, y: box.y + box.height / 2 - size.height / 2, scale }
}

/** A card on its way between two places: lifted, and leaning the way it goes. */
function carry(from: Placed, to: Placed): Placed {
  const lean = Math.max(-MAX_LEAN_DEGREES, Math.min(MAX_LEAN_DEGREES, (to.x - from.x) / LEAN_PIXELS))
  return { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2, scale: (from.scale + to.scale) / 2 + LIFT, lean }
}

function keyframe({ x, y, scale, lean = 0, ...when }: Placed): Keyframe {
  return { transform: `translate(${x}px, ${y}px) scale(${scale}) rotate(${lean}deg)`, ...when }
}

/** Draw a card above everything else. */
function drawFlyingCard(card: string, flat: boolean, turns: boolean, size: { width: number; height: number }): { element: HTMLElement; remove: () => void } {
  const element = document.createElement('div')
  element.className = 'flight'
  element.setAttribute('aria-hidden', 'true')
  element.style.width = `${size.width}px`
  const inner = element.appendChild(document.createElement('div'))
  const faces = turns ? [card, '?'] : [card]
  const drawn = faces.map((face) => mount(Card, { target: inner.appendChild(document.createElement('div')), props: { card: face, flat } }))
  document.body.append(element)
  return {
    element,
    remove: () => {
      for (const part of drawn) void unmount(part)
      element.remove()
    },
  }
}

/** Let a complete row nod. */
export function animateFullRow(row: HTMLElement | undefined): void {
  if (!row || prefersLessMotion()) return
  row.querySelectorAll('.cell').forEach((cell, at) => {
    cell.animate([{ translate: '0 0' }, { translate: '0 -6px' }, { translate: '0 0' }], { duration: 300, delay: FLIGHT_MILLISECONDS + at * 18, easing: 'ease-in-out' })
  })
}
