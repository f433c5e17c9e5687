/** The texts of a game's rules, with the options of a table. */
import type { GameEntry } from '../protocol/types'
import { matters, type Options, valueOf } from './house'

/** The keys of the texts of a section: its own, then those that an option may add. An option without a meaning adds
 * nothing. Not every key has a text. */
export function listRuleKeys(game: GameEntry, section: string, values: Options): string[] {
  const owners = [...new Set([game.id, game.texts])]
  const inForce = game.options.filter((option) => matters(game, option, values))
  const added = inForce.flatMap((option) => owners.map((owner) => `${owner}.rules.${section}.${option.name}.${spell(valueOf(option, values))}`))
  return [`${game.id}.rules.${section}`, ...added]
}

/** A value as it stands in keys. */
function spell(value: unknown): string {
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value)
}
