/** The games of this server, in the page's language. */
import * as api from '../protocol/api'
import type { GameEntry } from '../protocol/types'
import { preferredLanguage } from './preferences.svelte'

class Catalogue {
  games = $state.raw<GameEntry[]>([])

  async load(): Promise<void> {
    this.games = (await api.games(preferredLanguage())).games
  }

  game(id: string): GameEntry | undefined {
    return this.games.find((game) => game.id === id)
  }
}

export const catalogue = new Catalogue()
