/** What zones, moves and values are called: the game's own words first, then common ones. */
import type { Texts } from '../texts/texts'
import type { View } from '../protocol/types'
import type { Option, Value } from '../state/choose'

const MANY = 2

/** What a zone is called; `count` tells how many things are named, where it is not many. */
export function zoneLabel(name: string, family: string, texts: Texts, count = MANY): string {
  const base = name.split('.')[0]!
  const key = [`zone.${family}.${base}`, `zone.${base}`].find((key) => texts.has(key))
  return key ? texts.text(key, { count }) : ''
}

/** A verb as it stands on a button. */
export function verbLabel(verb: string, family: string, texts: Texts): string {
  const key = `verb.${family}.${verb}`
  const label = texts.has(key) ? texts.text(key) : verb
  return label.slice(0, 1).toUpperCase() + label.slice(1)
}

/** A value of a move for people: a card, a player, a place. */
export function valueLabel(kind: Option['kind'], value: Value, family: string, texts: Texts): string {
  if (kind === 'card') return texts.card(String(value))
  if (kind === 'link') return String(value).split('>').map((card) => texts.card(card)).join(' → ')
  if (typeof value === 'string') {
    const key = [`word.${family}.${value}`, `zone.${family}.${value}`, `zone.${value}`].find((key) => texts.has(key))
    return key ? texts.text(key, { count: MANY }) : value
  }
  if (kind === 'pile') return texts.text('page.pile.number', { number: value })
  return kind === 'seat' ? texts.player(value) : String(value)
}

/** A move as it stands on a button; some have words of their own, such as "put it to me". */
export function optionLabel(option: Option, family: string, texts: Texts): string {
  const own = `verb.${family}.${option.verb}.${option.value}`
  if (texts.has(own)) return texts.text(own)
  const verb = verbLabel(option.verb, family, texts)
  return option.value === undefined ? verb : `${verb}: ${valueLabel(option.kind, option.value, family, texts)}`
}

/** A whole move, such as `ask 2 R7`, for people. */
export function moveLabel(move: string, view: View, family: string, texts: Texts): string {
  const [verb = '', ...values] = move.split(' ')
  const own = `verb.${family}.${verb}.${values[0]}`
  if (values.length === 1 && texts.has(own)) return texts.text(own)
  const choices = view.moves?.find((form) => form.verb === verb)?.choices ?? []
  const said = values.map((value, at) => {
    const kind = (choices[at] ?? choices.at(-1))?.kind ?? (/^[A-Z]\d+$/.test(value) ? 'card' : undefined)
    return valueLabel(kind, /^\d+$/.test(value) ? Number(value) : value, family, texts)
  })
  const label = verbLabel(verb, family, texts)
  return said.length ? `${label}: ${texts.list(said)}` : label
}
