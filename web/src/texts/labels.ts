/** What zones, moves and events are called: in the game's own texts, else in common ones. */
import type { Shown, View } from '../protocol/types'
import type { Option, Value } from '../state/draft'
import type { Texts } from './texts'

/** The texts of a game: `family` is the part of the keys that belongs to it. */
export interface Words {
  family: string
  texts: Texts
  /** The sign of each verb. */
  signs?: Readonly<Record<string, string>> | undefined
}

const MANY = 2

/** The name of a zone; `count` is the number of things in it, where that matters. */
export function zoneLabel(name: string, { family, texts }: Words, count = MANY): string {
  const base = name.split('.')[0]!
  const key = [`zone.${family}.${base}`, `zone.${base}`].find((key) => texts.has(key))
  return key ? texts.text(key, { count }) : ''
}

/** A verb as it stands on a button. */
export function verbLabel(verb: string, { family, texts }: Words): string {
  const key = `verb.${family}.${verb}`
  const label = texts.has(key) ? texts.text(key) : verb
  return label.slice(0, 1).toUpperCase() + label.slice(1)
}

/** A value of a move: a card, a player, a place. */
export function valueLabel(kind: Option['kind'], value: Value, { family, texts }: Words): string {
  if (kind === 'card') return texts.card(String(value))
  if (kind === 'link') return String(value).split('>').map((card) => texts.card(card)).join(' → ')
  if (typeof value === 'string') {
    const key = [`word.${family}.${value}`, `zone.${family}.${value}`, `zone.${value}`].find((key) => texts.has(key))
    return key ? texts.text(key, { count: MANY }) : value
  }
  if (kind === 'pile') return texts.text('page.pile.number', { number: value })
  return kind === 'seat' ? texts.player(value) : String(value)
}

/** An option as it stands on a button. Some have a text of their own, such as "put it on my pile". */
export function optionLabel(option: Option, words: Words): string {
  const own = `verb.${words.family}.${option.verb}.${option.value}`
  if (words.texts.has(own)) return words.texts.text(own)
  const verb = verbLabel(option.verb, words)
  return option.value === undefined ? verb : `${verb}: ${valueLabel(option.kind, option.value, words)}`
}

/** A whole move, such as `ask 2 R7`. */
export function moveLabel(move: string, view: View, words: Words): string {
  const [verb = '', ...values] = move.split(' ')
  const own = `verb.${words.family}.${verb}.${values[0]}`
  if (values.length === 1 && words.texts.has(own)) return words.texts.text(own)
  const choices = view.moves?.find((form) => form.verb === verb)?.choices ?? []
  const labels = values.map((value, at) => {
    const kind = (choices[at] ?? choices.at(-1))?.kind ?? (/^[A-Z]\d+$/.test(value) ? 'card' : undefined)
    return valueLabel(kind, /^\d+$/.test(value) ? Number(value) : value, words)
  })
  const label = verbLabel(verb, words)
  return labels.length ? `${label}: ${words.texts.list(labels)}` : label
}

/** An event as a sentence, as `Shown.message` makes it in Python. */
export function eventLabel(event: Shown, { family, texts }: Words): string {
  const hidden = event.count ? '.hidden' : ''
  return texts.text(`${family}.event.${event.kind}${hidden}`, {
    seat: event.seat,
    cards: event.cards ?? [],
    count: event.count ?? 0,
    ...event.values,
  })
}

/** What the points of a game are, and whether the most or the fewest win. */
export function pointsRule(words: Words, lowestWins: boolean): string {
  const key = `points.${words.family}`
  const rule = words.texts.text(lowestWins ? 'page.sheet.low' : 'page.sheet.high')
  return words.texts.has(key) ? `${words.texts.text(key, { count: 2 })} · ${rule}` : rule
}
