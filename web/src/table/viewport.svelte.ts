/** How much room there is. */
import { innerHeight, innerWidth } from 'svelte/reactivity/window'

const [PHONE, TABLET, LOW, SIDE_BY_SIDE] = [620, 900, 480, 560]

const width = $derived(innerWidth.current ?? 1024)
const height = $derived(innerHeight.current ?? 800)

export const viewport = {
  get width(): number {
    return width
  },
  get height(): number {
    return height
  },
  get isPhone(): boolean {
    return width < PHONE
  },
  /** A phone held sideways: the hand is beside the table. */
  get isSideways(): boolean {
    return this.isLow && width >= SIDE_BY_SIDE
  },
  get isLow(): boolean {
    return height < LOW
  },
  get isNarrow(): boolean {
    return this.isPhone || this.isSideways
  },
  /** Too narrow for piles beside the rows. */
  get isMedium(): boolean {
    return width < TABLET || this.isSideways
  },
}
