/** The levels of bots that the page offers, the weakest first. */
export const LEVELS = ['random', 'beginner', 'solid', 'expert', 'master'] as const

/** The levels to choose from: what the game has of the offered ones, and one that is chosen already. */
export function offeredLevels(levels: readonly string[], chosen = ''): string[] {
  const offered: string[] = LEVELS.filter((level) => levels.includes(level))
  return chosen && !offered.includes(chosen) ? [...offered, chosen] : offered
}

/** The level of a bot that nobody chose. */
export function usualLevel(levels: readonly string[]): string {
  return levels.includes('solid') ? 'solid' : (levels.at(-1) ?? '')
}
