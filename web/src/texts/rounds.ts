/** Which round it is, and what ends the match. */
import type { MatchView } from '../protocol/types'
import { t } from './language.svelte'

export function roundTitle({ round, rounds, until }: Pick<MatchView, 'round' | 'rounds' | 'until'>): string {
  if (until) return t('page.round.until', { round: round + 1, until })
  return rounds ? t('page.round.of', { round: round + 1, rounds }) : t('page.round', { round: round + 1 })
}
