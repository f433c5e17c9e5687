/** The games that this server knows, in the page's language. */
import * as api from '../protocol/api'
import type { GameEntry } from '../protocol/types'
import { language } from './preferences.svelte'

class Library {
  games = $state.raw<GameEntry[]>([])

  async load(): Promise<void> {
    this.games = (await api.games(language())).games
  }

  game(id: string): GameEntry | undefined {
    return this.games.find((game) => game.id === id)
  }

  family(id: string): string {
    return this.game(id)?.texts ?? id
  }
}

export const library = new Library()
