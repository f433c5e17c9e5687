/** Playing on this device while the server of the page cannot be reached: this tab does so until somebody goes back. */
import { root } from '../protocol/root'
import { prefer } from './preferences.svelte'

const KEY = 'reihum.away'

export function isAwayChosen(): boolean {
  try {
    return sessionStorage.getItem(KEY) === 'yes'
  } catch {
    return false // storage may be blocked
  }
}

/** Play on this device. The page loads again, with another host. */
export function goAway(): void {
  prefer({ away: true })
  sessionStorage.setItem(KEY, 'yes')
  location.assign(root)
}

/** Go back to the server. */
export function comeBack(): void {
  sessionStorage.removeItem(KEY)
  location.assign(root)
}
