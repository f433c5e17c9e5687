import { isAway, isLocal } from '../protocol/host'

/** Whether the server can be reached. While it cannot, the page shows what it has kept and looks again and again. */
const PAUSE_MILLISECONDS = 3000

class Connection {
  lost = $state(false)
  /** How often the server has come back: pages load their data again. */
  returns = $state(0)
  #timer = 0

  /** A request has failed, or was answered with what was kept. */
  lose(): void {
    if (this.lost || (isLocal && !isAway)) return
    this.lost = true
    this.#look()
  }

  #look = (): void => {
    clearTimeout(this.#timer)
    this.#timer = window.setTimeout(() => void this.#try(), PAUSE_MILLISECONDS)
  }

  async #try(): Promise<void> {
    try {
      await fetch(new URL('health', document.baseURI), { cache: 'no-store' })
      this.lost = false
      this.returns++
    } catch {
      this.#look()
    }
  }
}

export const connection = new Connection()

addEventListener('offline', () => connection.lose())
