/**
 * From the moves a view offers to taps, and from taps to one of those moves. No DOM, no rules: a move is a form whose
 * slots are filled one after another; its text is the verb and the chosen values with blanks between.
 */
import type { Choice, Form, View } from '../protocol/types'

export type Value = string | number

/** A move under way: the values chosen so far, slot by slot. */
export interface Draft {
  verb: string
  values: Value[][]
}

/** Something that can be tapped or pressed now. */
export interface Option {
  verb: string
  /** The value it chooses; none for a move that has no slots left. */
  value?: Value
  kind?: Choice['kind']
  /** The zone it is pointed at in; empty where the game names none: then it is a button. */
  zone: string
  target: string
  /** The text of the move, if this completes it. */
  move?: string
}

/** What can be chosen for a number: a range. */
export interface Range {
  verb: string
  low: number
  high: number
}

/** Every way on from a draft. Without one: every way to begin a move. */
export function options(view: View, draft: Draft | null): Option[] {
  const found: Option[] = []
  for (const form of view.moves ?? []) {
    const values = fits(form, draft)
    if (values) found.push(...waysOn(form, values))
  }
  return unique(found)
}

/** The numbers that can be named now, where a move asks for one out of a range. */
export function ranges(view: View, draft: Draft | null): Range[] {
  return (view.moves ?? []).flatMap((form) => {
    const values = fits(form, draft)
    const choice = values && form.choices?.[values.length]
    return choice && !choice.of?.length ? [{ verb: form.verb, low: choice.low ?? 0, high: choice.high ?? 0 }] : []
  })
}

/** The draft after choosing an option; in a slot for several values a second tap takes one back. */
export function chosen(view: View, draft: Draft | null, option: Option): Draft | null {
  if (option.value === undefined) return { verb: option.verb, values: draft?.values ?? [] }
  const before = draft?.verb === option.verb ? draft.values : []
  const several = open(view, { verb: option.verb, values: before })
  if (!several) return { verb: option.verb, values: [...before, [option.value]] }
  const last = before.at(several.slot) ?? []
  const next = last.includes(option.value)
    ? last.filter((value) => value !== option.value)
    : [...last, option.value].slice(-several.most) // one too many puts the oldest back
  const values = [...before.slice(0, several.slot), ...(next.length ? [next] : [])]
  return values.length ? { verb: option.verb, values } : null
}

/** The text of a draft, if it is a whole move. */
export function finished(view: View, draft: Draft | null): string | null {
  if (!draft) return null
  const whole = (view.moves ?? []).some(
    (form) =>
      form.verb === draft.verb &&
      (form.choices ?? []).length === draft.values.length &&
      (form.choices ?? []).every((choice, slot) => allowed(choice, draft.values[slot] ?? [])),
  )
  return whole ? text(draft) : null
}

/** Whether a finished draft could take further values in its last slot: then it must be sent with a button. */
export function couldGrow(view: View, draft: Draft | null): boolean {
  if (!draft) return false
  const several = open(view, { verb: draft.verb, values: draft.values.slice(0, -1) })
  return several !== null && (draft.values.at(-1)?.length ?? 0) <= several.most
}

export function text(draft: Draft): string {
  return [draft.verb, ...draft.values.flat()].join(' ')
}

/** The values already chosen that belong to a zone, to show them. A pile may be chosen by its name. */
export function picked(view: View, draft: Draft | null, zone: string): Value[] {
  if (!draft) return []
  const form = (view.moves ?? []).find((form) => fits(form, draft))
  return draft.values.flatMap((values, slot) => {
    const choice = form?.choices?.[slot]
    return values.filter((value) => choice?.zone === zone || (choice?.kind === 'pile' && value === zone))
  })
}

/** The values already chosen of one kind. */
export function chosenAs(view: View, draft: Draft | null, kind: Choice['kind']): Value[] {
  if (!draft) return []
  const form = (view.moves ?? []).find((form) => fits(form, draft))
  return draft.values.flatMap((values, slot) => (form?.choices?.[slot]?.kind === kind ? values : []))
}

/** The slot of a form that takes several values, if a draft stands at it. */
function open(view: View, draft: Draft): { slot: number; most: number } | null {
  for (const form of view.moves ?? []) {
    if (form.verb !== draft.verb) continue
    const slot = (form.choices ?? []).findIndex((choice) => (choice.most ?? 1) > 1)
    if (slot >= 0 && draft.values.length >= slot) return { slot, most: form.choices![slot]!.most ?? 1 }
  }
  return null
}

/** The chosen values of a draft, if they belong to a form. */
function fits(form: Form, draft: Draft | null): Value[][] | null {
  if (!draft) return []
  if (form.verb !== draft.verb) return null
  const choices = form.choices ?? []
  const good = draft.values.every((values, slot) => {
    const choice = choices[slot]
    return choice !== undefined && values.every((value) => among(choice, value))
  })
  return good ? draft.values : null
}

function waysOn(form: Form, values: Value[][]): Option[] {
  const choices = form.choices ?? []
  const last = choices[values.length - 1]
  const again = last && (last.most ?? 1) > 1 ? last : undefined
  const choice = choices[values.length] ?? again
  const target = form.target ?? ''
  if (!choice) return choices.length ? [] : [{ verb: form.verb, zone: '', target, move: form.verb }]
  const before = choice === again ? values.slice(0, -1) : values
  const completes = before.length + 1 === choices.length && (choice.most ?? 1) === 1
  return (choice.of ?? []).map((value) => ({
    verb: form.verb,
    value,
    kind: choice.kind,
    zone: choice.zone ?? '',
    target,
    ...(completes ? { move: text({ verb: form.verb, values: [...before, [value]] }) } : {}),
  }))
}

function among(choice: Choice, value: Value): boolean {
  if (choice.of?.length) return choice.of.includes(value)
  return typeof value === 'number' && value >= (choice.low ?? 0) && value <= (choice.high ?? 0)
}

function allowed(choice: Choice, values: Value[]): boolean {
  return (
    values.length >= (choice.least ?? 1) &&
    values.length <= (choice.most ?? 1) &&
    values.every((value) => among(choice, value))
  )
}

function unique(found: Option[]): Option[] {
  const seen = new Map(found.map((option) => [`${option.verb} ${option.value} ${option.zone}`, option]))
  return [...seen.values()]
}
