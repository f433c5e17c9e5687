/** The language of the page, for every component. */
import { Texts } from './texts'
import * as api from '../protocol/api'
import type { Seat } from '../protocol/types'
import { seatNames } from '../state/names'
import { prefer, preferredLanguage } from '../state/preferences.svelte'

class Language {
  texts = $state.raw(new Texts({ language: 'en', plural: '(n != 1)', texts: {} }))
  ready = $state(false)

  async load(): Promise<void> {
    const code = preferredLanguage()
    this.texts = new Texts(await api.texts(code))
    this.ready = true
    document.documentElement.lang = code
  }

  async choose(code: 'de' | 'en' | 'fr'): Promise<void> {
    prefer({ language: code })
    await this.load()
  }
}

export const language = new Language()

/** The text for a key in the page's language. */
export function t(key: string, values: Record<string, unknown> = {}): string {
  return language.texts.text(key, values)
}

/** What an error says in the page's language. */
export function explain(error: unknown): string {
  return error instanceof api.Refusal ? language.texts.message(error.reason) : String(error)
}

/** The texts of the page, with the names of the players at a table, for the reader at a seat. */
export function textsFor(seats: readonly Seat[] = [], you: number | null = null): Texts {
  const names = seatNames(seats, (number) => t(`page.bot.${number + 1}`))
  return language.texts.named((seat) => names[seat] ?? '', you)
}
