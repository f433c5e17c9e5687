/**
 * The move that somebody is choosing. A view offers moves as forms with slots; taps fill the slots one after another,
 * and the text of a move is its verb and the chosen values with blanks between. No DOM, no rules.
 */
import type { Choice, Form, View } from '../protocol/types'

export type Value = string | number

/** A move under way: the values chosen so far, slot by slot. */
export interface Draft {
  verb: string
  values: Value[][]
}

/** Something to tap or press now. */
export interface Option {
  verb: string
  /** The value it chooses; missing if the move has no slots. */
  value?: Value
  kind?: Choice['kind']
  /** The zone in which you point at it; empty if it is a button. */
  zone: string
  /** The zone to which it leads, and the zone from which it takes a card. */
  target: string
  source?: string
  /** It is made on purpose only: the player is asked first. */
  weighty?: boolean
  /** The text of the move, if this option completes it. */
  move?: string
}

/** The numbers that a move can name. */
export interface Range {
  verb: string
  low: number
  high: number
  /** Numbers between that cannot be chosen now. */
  gone: number[]
}

/** Every way to continue a draft; without a draft, every way to begin a move. */
export function listOptions(view: View, draft: Draft | null): Option[] {
  const found: Option[] = []
  for (const form of view.moves ?? []) {
    const values = valuesIn(form, draft)
    if (values) found.push(...nextOptions(form, values))
  }
  return withoutRepeats(found)
}

/** The ranges of numbers to choose from now. */
export function listRanges(view: View, draft: Draft | null): Range[] {
  return (view.moves ?? []).flatMap((form) => {
    const values = valuesIn(form, draft)
    const choice = values && form.choices?.[values.length]
    if (!choice || (choice.of?.length && choice.kind !== 'number')) return []
    const numbers = (choice.of ?? []) as number[]
    if (!numbers.length) return [{ verb: form.verb, low: choice.low ?? 0, high: choice.high ?? 0, gone: [] }]
    const [low, high] = [Math.min(...numbers), Math.max(...numbers)]
    const all = Array.from({ length: high - low + 1 }, (_, step) => low + step)
    return [{ verb: form.verb, low, high, gone: all.filter((number) => !numbers.includes(number)) }]
  })
}

/** The draft with an option added. In a slot for several values a second tap takes the value back. */
export function addOption(view: View, draft: Draft | null, option: Option): Draft | null {
  if (option.value === undefined) return { verb: option.verb, values: draft?.values ?? [] }
  const before = draft?.verb === option.verb ? draft.values : []
  const several = findOpenSlot(view, { verb: option.verb, values: before })
  if (!several) return { verb: option.verb, values: [...before, [option.value]] }
  const last = before.at(several.slot) ?? []
  const next = last.includes(option.value)
    ? last.filter((value) => value !== option.value)
    : [...last, option.value].slice(-several.most) // one too many replaces the oldest
  const values = [...before.slice(0, several.slot), ...(next.length ? [next] : [])]
  return values.length ? { verb: option.verb, values } : null
}

/** The text of a draft if it is a whole move, else null. */
export function completeMove(view: View, draft: Draft | null): string | null {
  if (!draft) return null
  const isWhole = (view.moves ?? []).some(
    (form) =>
      form.verb === draft.verb &&
      (form.choices ?? []).length === draft.values.length &&
      (form.choices ?? []).every((choice, slot) => accepts(choice, draft.values[slot] ?? [])),
  )
  return isWhole ? writeMove(draft) : null
}

/** Whether a complete draft can take more values in its last slot. Such a draft is sent with a button. */
export function canGrow(view: View, draft: Draft | null): boolean {
  if (!draft) return false
  const several = findOpenSlot(view, { verb: draft.verb, values: draft.values.slice(0, -1) })
  return several !== null && (draft.values.at(-1)?.length ?? 0) <= several.most
}

export function writeMove(draft: Draft): string {
  return [draft.verb, ...draft.values.flat()].join(' ')
}

/** The chosen values that belong to a zone. The name of a pile can itself be a value. */
export function valuesInZone(view: View, draft: Draft | null, zone: string): Value[] {
  return filterValues(view, draft, (choice, value) => zoneOf(choice, value) === zone || (choice.kind === 'pile' && value === zone))
}

/** The chosen values of one kind. */
export function valuesOfKind(view: View, draft: Draft | null, kind: Choice['kind']): Value[] {
  return filterValues(view, draft, (choice) => choice.kind === kind)
}

function filterValues(view: View, draft: Draft | null, matches: (choice: Choice, value: Value) => boolean): Value[] {
  if (!draft) return []
  const form = (view.moves ?? []).find((form) => valuesIn(form, draft))
  return draft.values.flatMap((values, slot) => {
    const choice = form?.choices?.[slot]
    return choice ? values.filter((value) => matches(choice, value)) : []
  })
}

/** The zone in which you point at a value. */
function zoneOf(choice: Choice, value: Value): string {
  return choice.zones?.[choice.of?.indexOf(value) ?? -1] ?? choice.zone ?? ''
}

/** The slot for several values, if a draft has reached it. */
function findOpenSlot(view: View, draft: Draft): { slot: number; most: number } | null {
  for (const form of view.moves ?? []) {
    if (form.verb !== draft.verb) continue
    const slot = (form.choices ?? []).findIndex((choice) => (choice.most ?? 1) > 1)
    if (slot >= 0 && draft.values.length >= slot) return { slot, most: form.choices![slot]!.most ?? 1 }
  }
  return null
}

/** The chosen values of a draft if they fit a form, else null. */
function valuesIn(form: Form, draft: Draft | null): Value[][] | null {
  if (!draft) return []
  if (form.verb !== draft.verb) return null
  const choices = form.choices ?? []
  const fits = draft.values.every((values, slot) => {
    const choice = choices[slot]
    return choice !== undefined && values.every((value) => contains(choice, value))
  })
  return fits ? draft.values : null
}

function nextOptions(form: Form, values: Value[][]): Option[] {
  const choices = form.choices ?? []
  const last = choices[values.length - 1]
  const again = last && (last.most ?? 1) > 1 ? last : undefined
  const choice = choices[values.length] ?? again
  const shared = { verb: form.verb, target: form.target ?? '', source: form.source ?? '', weighty: form.weighty ?? false }
  if (!choice) return choices.length ? [] : [{ ...shared, zone: '', move: form.verb }]
  const before = choice === again ? values.slice(0, -1) : values
  const completes = before.length + 1 === choices.length && (choice.most ?? 1) === 1
  if (choice.kind === 'number') return []
  return (choice.of ?? []).map((value) => ({
    ...shared,
    value,
    kind: choice.kind,
    zone: zoneOf(choice, value),
    ...(completes ? { move: writeMove({ verb: form.verb, values: [...before, [value]] }) } : {}),
  }))
}

function contains(choice: Choice, value: Value): boolean {
  if (choice.of?.length) return choice.of.includes(value)
  return typeof value === 'number' && value >= (choice.low ?? 0) && value <= (choice.high ?? 0)
}

function accepts(choice: Choice, values: Value[]): boolean {
  return (
    values.length >= (choice.least ?? 1) &&
    values.length <= (choice.most ?? 1) &&
    values.every((value) => contains(choice, value))
  )
}

function withoutRepeats(found: Option[]): Option[] {
  const byKey = new Map(found.map((option) => [`${option.verb} ${option.value} ${option.zone}`, option]))
  return [...byKey.values()]
}
