/** A short celebration of a won round: the four shapes fly up from the result and fall. */
import { prefersLessMotion } from './motion'

const COLOURS = ['red', 'yellow', 'green', 'blue']
const SHAPES = 32
const MIN_MILLISECONDS = 800
/** The last shape has landed after this time. */
const MAX_MILLISECONDS = 1300

export function celebrate(from: HTMLElement): void {
  if (prefersLessMotion()) return
  const box = from.getBoundingClientRect()
  for (let at = 0; at < SHAPES; at++) throwShape(COLOURS[at % COLOURS.length]!, box.left + box.width / 2, box.top + 20)
}

function throwShape(colour: string, x: number, y: number): void {
  const shape = document.createElement('div')
  shape.className = `flight confetti ${colour}`
  shape.setAttribute('aria-hidden', 'true')
  document.body.append(shape)
  const wide = (Math.random() - 0.5) * Math.min(innerWidth, 900)
  const high = 90 + Math.random() * 220
  const turn = (Math.random() - 0.5) * 720
  const duration = MIN_MILLISECONDS + Math.random() * (MAX_MILLISECONDS - MIN_MILLISECONDS)
  const frames = [
    { transform: `translate(${x}px, ${y}px) scale(0.4)`, easing: 'cubic-bezier(0.1, 0.6, 0.4, 1)' },
    { transform: `translate(${x + wide * 0.7}px, ${y - high}px) rotate(${turn / 2}deg) scale(1)`, offset: 0.4, easing: 'cubic-bezier(0.5, 0, 0.9, 0.6)' },
    { transform: `translate(${x + wide}px, ${y + 160}px) rotate(${turn}deg) scale(1)`, opacity: 0 },
  ]
  shape
    .animate(frames, { duration })
    .finished.catch(() => {})
    .finally(() => shape.remove())
}
