/** The language of the page, for every component. */
import { Texts } from './texts'
import * as api from '../protocol/api'
import type { Seat } from '../protocol/types'
import { seatNames } from '../state/names'
import { language, prefer } from '../state/preferences.svelte'

class Language {
  texts = $state.raw(new Texts({ language: 'en', plural: '(n != 1)', texts: {} }))
  ready = $state(false)

  async load(): Promise<void> {
    const wanted = language()
    const list = await api.texts(wanted)
    this.texts = new Texts(list)
    this.ready = true
    document.documentElement.lang = wanted
  }

  async choose(wanted: 'de' | 'en' | 'fr'): Promise<void> {
    prefer({ language: wanted })
    await this.load()
  }
}

export const spoken = new Language()

/** The text for a key in the page's language. */
export function t(key: string, values: Record<string, unknown> = {}): string {
  return spoken.texts.text(key, values)
}

/** The same with everybody at a table called by name. */
export function textsAt(seats: readonly Seat[] = []): Texts {
  const names = seatNames(seats, (number) => t(`page.bot.${number + 1}`))
  return spoken.texts.named((seat) => names[seat] ?? '')
}
