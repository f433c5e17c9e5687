/** A number of a long range, chosen in few taps: the range is shown in parts of tens, hundreds and so on. */

/** Some numbers of a range; a part of one number is that number. */
export interface Part {
  low: number
  high: number
}

/** The most buttons that are offered at once. */
const MOST = 12

/** The parts of a range: its numbers where there are few, else its tens, its hundreds, and so on. */
export function splitRange({ low, high }: Part): Part[] {
  let size = 1
  const at = (number: number) => Math.floor(number / size)
  while (at(high) - at(low) >= MOST) size *= 10
  return Array.from({ length: at(high) - at(low) + 1 }, (_, step) => {
    const from = (at(low) + step) * size
    return { low: Math.max(low, from), high: Math.min(high, from + size - 1) }
  })
}

/** Whether a number of a part can be chosen. */
export function isOpen({ low, high }: Part, gone: readonly number[]): boolean {
  return gone.filter((number) => number >= low && number <= high).length <= high - low
}
