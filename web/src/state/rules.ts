/** The texts of a game's rules, with the options of a table. */
import type { GameEntry, OptionEntry } from '../protocol/types'
import { matters, type Options, valueOf } from './house'

/** The keys of the texts of a section: its own, then those that the options' values may add. A value adds one alone, or
 * together with an earlier option's value. An option without a meaning adds nothing. Not every key has a text. */
export function listRuleKeys(game: GameEntry, section: string, values: Options): string[] {
  const owners = [...new Set([game.id, game.texts])]
  const inForce = game.options.filter((option) => matters(game, option, values)).map((option) => `${option.name}.${spell(option, valueOf(option, values))}`)
  const conditions = inForce.flatMap((value, number) => [...inForce.slice(0, number).map((earlier) => `${earlier}.${value}`), value])
  const added = conditions.flatMap((condition) => owners.map((owner) => `${owner}.rules.${section}.${condition}`))
  return [`${game.id}.rules.${section}`, ...added]
}

/** A value as it stands in keys: of numbers for each seat, only whether there are some. */
function spell(option: OptionEntry, value: unknown): string {
  if (option.kind === 'each') return value ? 'some' : 'none'
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value)
}
