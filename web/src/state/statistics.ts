/** The bars of a picture of results. No DOM. */
import type { GameStatistics } from '../protocol/types'

/** The last place is a low bar, not none. */
const LOWEST = 0.15

/** How high the bar of a result is: the first place fills the picture. */
export function barHeight({ place, seats }: GameStatistics['last'][number], height: number): number {
  return height * (1 - ((1 - LOWEST) * (place - 1)) / Math.max(1, seats - 1))
}
