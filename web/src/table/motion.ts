/**
 * Cards travel from where they were to where they go. Before a new position is drawn everything is measured; after it
 * every card that an event moved flies above the table from its old place to its new one, and cards that only make room
 * glide (FLIP; transforms alone, so nothing else has to move). Everything is measured before anything begins to move: a
 * browser asked in between lays the whole table out anew.
 */
import { mount, unmount } from 'svelte'
import Card from '../cards/Card.svelte'
import type { Shown } from '../protocol/types'
import { flights, type Flight } from './flights'

export interface Before {
  cards: Map<string, DOMRect>
  zones: Map<string, DOMRect>
  /** Zones whose top card lies face down: what comes from there turns over. */
  covered: Set<string>
}

const TRAVEL = 260
const STAGGER = 90
const HOLD = 800
const SMALL = 2
const EASE = 'cubic-bezier(0.3, 0.1, 0.2, 1)'
const USUAL = { width: 44, height: 66 }

export function still(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

export function measure(root: HTMLElement): Before {
  const before: Before = { cards: new Map(), zones: new Map(), covered: new Set() }
  if (still()) return before
  for (const element of root.querySelectorAll<HTMLElement>('[data-card]')) before.cards.set(element.dataset.card!, spot(element))
  for (const element of root.querySelectorAll<HTMLElement>('[data-zone]')) {
    before.zones.set(element.dataset.zone!, spot(element))
    if (element.querySelector('[data-covered]')) before.covered.add(element.dataset.zone!)
  }
  return before
}

/** Let the cards of some events fly, and whatever else has changed its place glide. */
export function travel(root: HTMLElement, before: Before, shown: readonly Shown[]): void {
  if (still()) return
  const made = flights(shown)
  const flown = new Set(made.map((flight) => flight.card))
  const begin = made.map((flight, index) => fly(root, before, flight, index))
  for (const element of root.querySelectorAll<HTMLElement>('[data-card]')) {
    const from = before.cards.get(element.dataset.card!)
    if (from && !flown.has(element.dataset.card!)) begin.push(glide(element, from))
  }
  for (const start of begin) start?.()
}

/** Begins to move something that has been measured. */
type Start = () => void

/** Where something is, as it is seen: a tilted card without the tilt. */
function spot(element: HTMLElement): DOMRect {
  const box = element.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = element
  return new DOMRect(box.left + (box.width - width) / 2, box.top + (box.height - height) / 2, width, height)
}

function glide(element: HTMLElement, from: DOMRect): Start | undefined {
  const to = spot(element)
  const [x, y] = [from.x - to.x, from.y - to.y]
  if (Math.hypot(x, y) < SMALL) return undefined
  return () => element.animate([{ translate: `${x}px ${y}px` }, { translate: '0 0' }], { duration: TRAVEL, easing: EASE, composite: 'add' })
}

function fly(root: HTMLElement, before: Before, flight: Flight, index: number): Start | undefined {
  const end = landing(root, flight)
  const start = before.cards.get(flight.from) ?? (flight.source ? before.zones.get(flight.source) : undefined)
  const stops = [start, flight.stops ? middle(root, index) : null, end ? spot(end) : null].filter((stop) => stop instanceof DOMRect)
  if (stops.length < 2) return undefined
  const flat = end?.classList.contains('place') ?? false
  const size = end?.dataset.card ? spot(end) : USUAL
  const delay = Math.min(index, 6) * STAGGER
  const turns = flight.card !== '?' && before.covered.has(flight.source)
  const frames = stops.map((stop, at) => ({ ...placed(stop, size), offset: at / (stops.length - 1) }))
  const held = flight.stops && frames[1] ? [frames[0]!, { ...frames[1], offset: 0.22 }, { ...frames[1], offset: 0.8 }, ...frames.slice(2)] : frames
  const duration = flight.stops ? TRAVEL * 2 + HOLD : TRAVEL
  return () => {
    const whole = above(flight.card, flat, turns, size)
    const animation = whole.element.animate(held, { duration, delay, easing: EASE, fill: 'both' })
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

/** Cards that are only shown lie side by side in the middle for a moment. */
function middle(root: HTMLElement, index: number): DOMRect {
  const box = (root.querySelector('.middle') ?? root).getBoundingClientRect()
  const x = box.left + box.width / 2 + ((index % 6) - 1.5) * (USUAL.width + 10)
  return new DOMRect(x - USUAL.width / 2, box.top + Math.min(box.height, innerHeight - box.top) / 2 - USUAL.height / 2, USUAL.width, USUAL.height)
}

function placed(box: DOMRect, size: { width: number; height: number }): Keyframe {
  const scale = Math.min(2, Math.max(0.4, Math.min(box.width / size.width, box.height / size.height)))
  const x = box.x + box.width / 2 - size.width / 2
  const y = box.y + box.height / 2 - size.height / 2
  return { transform: `translate(${x}px, ${y}px) scale(${scale})` }
}

/** A card above everything else. */
function above(card: string, flat: boolean, turns: boolean, size: { width: number; height: number }): { element: HTMLElement; remove: () => void } {
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

/** A small nod of a row that has become whole. */
export function nod(row: HTMLElement | undefined): void {
  if (!row || still()) return
  row.querySelectorAll('.cell').forEach((cell, at) => {
    cell.animate([{ translate: '0 0' }, { translate: '0 -6px' }, { translate: '0 0' }], { duration: 300, delay: TRAVEL + at * 18, easing: 'ease-in-out' })
  })
}

/** One short celebration: the four shapes fly up from something. */
export function celebrate(from: HTMLElement): void {
  if (still()) return
  const box = from.getBoundingClientRect()
  for (let at = 0; at < 32; at++) {
    const shape = document.createElement('div')
    shape.className = `flight confetti ${['red', 'yellow', 'green', 'blue'][at % 4]}`
    shape.setAttribute('aria-hidden', 'true')
    document.body.append(shape)
    const x = box.left + box.width / 2
    const y = box.top + 20
    const far = (Math.random() - 0.5) * Math.min(innerWidth, 900)
    const high = 90 + Math.random() * 220
    const turn = (Math.random() - 0.5) * 720
    shape
      .animate(
        [
          { transform: `translate(${x}px, ${y}px) scale(0.4)` },
          { transform: `translate(${x + far * 0.7}px, ${y - high}px) rotate(${turn / 2}deg) scale(1)`, easing: 'ease-in' },
          { transform: `translate(${x + far}px, ${y + 160}px) rotate(${turn}deg) scale(1)`, opacity: 0 },
        ],
        { duration: 1100 + Math.random() * 400, easing: 'cubic-bezier(0.1, 0.6, 0.3, 1)' },
      )
      .finished.catch(() => {})
      .finally(() => shape.remove())
  }
}
