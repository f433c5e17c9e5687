/** A table to play at once, with bots. */
import * as api from '../protocol/api'
import type { GameEntry } from '../protocol/types'
import { usualLevel } from './levels'
import { preferences } from './preferences.svelte'

const SEATS = 4

/** Make a table of a game with bots of a usual level; its address begins the round. */
export async function playNow(game: GameEntry, me: string, options: Record<string, unknown> = {}): Promise<string> {
  const seats = Math.min(Math.max(SEATS, game.seats[0]!), game.seats.at(-1)!)
  const need = game.seats_need.find((entry) => entry.seats === seats)
  const settings = { game: game.id, seats, options: need ? { ...options, [need.option]: need.value } : options }
  const made = await api.makeTable({ name: preferences.name || me, settings, fill: usualLevel(game.levels) })
  return `t/${made.table}?start`
}
