/** Moves without a choice: the page shows what will happen, and makes them by itself. */
import type { Lobby, View } from '../protocol/types'

export type Pace = NonNullable<Lobby['pace']>

/** For how long a player can read what will happen. */
export const ROUTINE_MILLISECONDS: Readonly<Record<Pace, number>> = { instant: 1200, quick: 700, normal: 1200, relaxed: 2000, days: 1200 }

/** The paces that people choose from at a table, slowest first. */
export const PACES = ['relaxed', 'normal', 'quick'] as const satisfies Pace[]

/** The only move of a player, if it is not a decision; null where there is something to choose or to call. */
export function routineMove({ moves = [], calls = [], outcome }: View): string | null {
  const [form] = moves
  return form?.routine && moves.length === 1 && !form.choices?.length && !calls.length && !outcome ? form.verb : null
}
