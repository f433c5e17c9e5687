/** How many minutes an announcement is still to be shown, rounded up; 0: it is over. Both times in milliseconds. */
export function minutesLeft(until: number, now: number): number {
  return Math.max(0, Math.ceil((until - now) / 60_000))
}
