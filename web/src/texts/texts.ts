/** Makes texts from keys and values, exactly as `reihum.texts` does: `{seat:player} lays {card:card}`. */

export interface Message {
  key: string
  values?: Record<string, unknown>
}

/** All texts of a language; `plural` is an expression in n that picks one of several forms. */
export interface TextList {
  language: string
  plural: string
  texts: Record<string, string | string[]>
}

/** gettext's plural rules of our languages: an expression is never evaluated. */
const PLURALS: Record<string, (n: number) => number> = {
  '(n != 1)': (n) => (n === 1 ? 0 : 1),
  '(n > 1)': (n) => (n > 1 ? 1 : 0),
}

const PLACEHOLDER = /\{(\w+)(?::(\w+))?\}/g

export class Texts {
  readonly #list: TextList
  readonly #plural: (n: number) => number
  readonly #names: (seat: number) => string
  readonly #you: number | null

  /** `you` is the seat of the reader: a text about it has a form of its own, such as `rows.event.lay.you`. */
  constructor(list: TextList, names: (seat: number) => string = () => '', you: number | null = null) {
    this.#list = list
    this.#plural = PLURALS[list.plural.trim()] ?? PLURALS['(n != 1)']!
    this.#names = names
    this.#you = you
  }

  get language(): string {
    return this.#list.language
  }

  /** The language with the reader's country, for dates and times. */
  get locale(): string {
    return globalThis.navigator?.languages?.find((tag) => tag.startsWith(this.language)) ?? this.language
  }

  /** The same texts with names for the players. */
  named(names: (seat: number) => string, you: number | null = null): Texts {
    return new Texts(this.#list, names, you)
  }

  has(key: string): boolean {
    return key in this.#list.texts
  }

  /** The text for a key; `count` picks the plural form, a rough one (`4–8`) the last. A missing text shows its key. */
  text(key: string, values: Record<string, unknown> = {}): string {
    const own = this.#you !== null && values.seat === this.#you ? this.#list.texts[`${key}.you`] : undefined
    const found = own ?? this.#list.texts[key]
    if (found === undefined) return key
    const count = values.count ?? 0
    const form = typeof found === 'string' ? found : ((typeof count === 'string' ? found.at(-1) : found[this.#plural(Number(count))]) ?? key)
    return form.replace(PLACEHOLDER, (whole, name: string, kind = '') =>
      name in values ? this.#fill(values[name], kind) : whole,
    )
  }

  message(message: Message): string {
    return this.text(message.key, message.values ?? {})
  }

  card(card: string): string {
    const [first, as] = card.split('>')
    if (as) return this.text('card.joker_as', { card: as })
    if (first === 'J') return this.text('card.joker')
    return this.text('card.number', { colour: card.slice(0, 1), number: card.slice(1) })
  }

  player(seat: number): string {
    return this.#names(seat) || this.text('player.number', { number: seat + 1 })
  }

  /** A list in words; `end` is the text that adds the last item. */
  list(items: readonly string[], end = 'list.last'): string {
    if (items.length === 0) return this.text('list.none')
    const head = items.slice(0, -1)
    const last = items.at(-1)!
    if (head.length === 0) return last
    const before = head.reduce((start, item) => this.text('list.more', { before: start, item }))
    return this.text(end, { before, item: last })
  }

  #fill(value: unknown, kind: string): string {
    const text = this.#format(value, kind.toLowerCase())
    return /^[A-Z]/.test(kind) ? text.slice(0, 1).toUpperCase() + text.slice(1) : text
  }

  #format(value: unknown, kind: string): string {
    switch (kind) {
      case 'card':
        return this.card(String(value))
      case 'cards':
        return this.list((value as string[]).map((card) => this.card(card)))
      case 'either':
        return this.list((value as string[]).map((card) => this.card(card)), 'list.or')
      case 'colour':
        return this.text(`colour.${value}`)
      case 'game':
        return this.has(`${value}.name`) ? this.text(`${value}.name`) : String(value)
      case 'list':
        return this.list((value as unknown[]).map(String))
      case 'player':
        return this.player(Number(value))
      case 'players':
        return this.list((value as number[]).map((seat) => this.player(seat)))
      case 'text':
        return typeof value === 'string' ? this.text(value) : this.message(value as Message)
      default:
        return String(value)
    }
  }
}
