/** Moves without a choice: the page shows what will happen, and makes them by itself. */
import type { Lobby, View } from '../protocol/types'
import { writeMove, type Value } from './draft'

export type Pace = NonNullable<Lobby['pace']>

/** A move that is made by itself. */
export interface RoutineMove {
  verb: string
  /** What it is about, by kind: the card, the pile, the place. */
  values: Record<string, Value>
  /** Its notation. */
  move: string
}

/** For how long a player can read what will happen. */
export const ROUTINE_MILLISECONDS: Readonly<Record<Pace, number>> = { instant: 1200, quick: 700, normal: 1200, relaxed: 2000, days: 1200 }

/** The paces that people choose from at a table, slowest first. */
export const PACES = ['relaxed', 'normal', 'quick'] as const satisfies Pace[]

/** The only move of a player, if it is not a decision; null where there is something to choose or to call. */
export function routineMove({ moves = [], calls = [], outcome }: View): RoutineMove | null {
  const [form] = moves
  const choices = form?.choices ?? []
  const isOnly = moves.length === 1 && choices.every(({ of = [] }) => of.length === 1)
  if (!form?.routine || !isOnly || calls.length || outcome) return null
  const { verb } = form
  const values = Object.fromEntries(choices.map(({ kind, of = [] }) => [kind, of[0]!]))
  return { verb, values, move: writeMove({ verb, values: choices.map(({ of = [] }) => [...of]) }) }
}
