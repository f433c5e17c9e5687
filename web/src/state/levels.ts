/** The levels of bots that the page may offer, the weakest first. */
export const LEVELS = ['random', 'beginner', 'solid', 'trained', 'expert', 'master'] as const

/** The levels to choose from: what the game has of the offered ones, and one that is chosen already. Trained bots take
 * the place of solid ones: they are as quick and win more. */
export function offeredLevels(levels: readonly string[], chosen = ''): string[] {
  const replaced = levels.includes('trained') ? 'solid' : ''
  const offered: string[] = LEVELS.filter((level) => levels.includes(level) && level !== replaced)
  return chosen && !offered.includes(chosen) ? [...offered, chosen] : offered
}

/** The level of a bot that nobody chose. */
export function usualLevel(levels: readonly string[]): string {
  return ['trained', 'solid'].find((level) => levels.includes(level)) ?? levels.at(-1) ?? ''
}
