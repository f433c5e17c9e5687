/**
 * The stage: what has been decided is shown large for a while, one moment after another. Then the table goes on. No DOM.
 */
import type { Lobby, Moment, Shown } from '../protocol/types'

/** An event that decides something. */
export type Scene = Shown & { moment: Moment }
export type Pace = NonNullable<Lobby['pace']>

/** How long a moment stays, by the pace of the table; the host leaves bots the same time. */
export const STAGE_MILLISECONDS: Record<Pace, number> = { instant: 0, quick: 1200, normal: 2500, relaxed: 4000, days: 2500 }

/** A tap that comes sooner was meant for the table. */
export const MIN_MILLISECONDS = 300

export class Stage {
  scene = $state.raw<Scene | null>(null)
  #waiting: Scene[] = []
  #milliseconds = 0
  #since = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #done = () => {}

  /** Hears of each moment when it begins. */
  constructor(private readonly onMoment: (moment: Moment) => void = () => {}) {}

  /** Show the moments of some events one after another, then go on; without a moment, go on at once. */
  show(events: readonly Shown[], milliseconds: number, done: () => void): void {
    this.#waiting = milliseconds ? events.filter((event): event is Scene => Boolean(event.moment)) : []
    this.#milliseconds = milliseconds
    this.#done = done
    this.#next()
  }

  /** Go on to the next moment. Reacts only to somebody who has had the time to see this one. */
  skip(): void {
    if (this.scene && Date.now() - this.#since >= MIN_MILLISECONDS) this.#next()
  }

  /** Go on with the table at once. */
  finish(): void {
    this.#waiting = []
    if (this.scene) this.#next()
  }

  /** Forget everything: something else is shown. */
  clear(): void {
    this.#done = () => {}
    this.finish()
  }

  #next(): void {
    clearTimeout(this.#timer)
    this.scene = this.#waiting.shift() ?? null
    this.#since = Date.now()
    if (this.scene) {
      this.#timer = setTimeout(() => this.#next(), this.#milliseconds)
      this.onMoment(this.scene.moment)
    } else this.#done()
  }
}
