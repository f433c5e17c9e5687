/** Notices on this device while the page is closed. Off until the person asks; only then is the browser asked. */
import * as api from '../protocol/api'
import { isAppleBrowser } from './device'
import { preferences, preferredLanguage } from './preferences.svelte'

class Push {
  /** Whether this browser and this server can do it. */
  offered = $state(false)
  /** An iPhone or iPad can do it as soon as the page is on its home screen. */
  installable = $state(false)
  on = $state(false)
  /** The person has told the browser to refuse. */
  refused = $state(false)
  #key = ''

  /** Find out whether notices are possible, and whether this device gets them. */
  async look(): Promise<void> {
    const able = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
    const needsInstalling = !able && isAppleBrowser(navigator)
    if (this.#key || !preferences.known || !(able || needsInstalling)) return
    this.#key = (await api.noticeKey().catch(() => ({ key: '' }))).key
    this.installable = needsInstalling && this.#key !== ''
    this.offered = able && this.#key !== ''
    this.on = this.offered && (await this.#find()) !== null
  }

  /** Ask for notices, or for no more of them. */
  async toggle(): Promise<void> {
    const found = await this.#find()
    if (found) {
      await api.removeDevice(found.endpoint)
      await found.unsubscribe()
      this.on = false
      return
    }
    this.refused = (await Notification.requestPermission()) !== 'granted'
    if (this.refused) return
    const { pushManager } = await navigator.serviceWorker.ready
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: this.#key })
    const { p256dh = '', auth = '' } = made.toJSON().keys ?? {}
    await api.addDevice({ endpoint: made.endpoint, p256dh, auth, language: preferredLanguage() })
    this.on = true
  }

  /** The subscription of this device; one for another key of the server counts no more. */
  async #find(): Promise<PushSubscription | null> {
    const worker = await navigator.serviceWorker.getRegistration()
    const found = (await worker?.pushManager.getSubscription()) ?? null
    const key = found?.options.applicationServerKey
    if (found && key && encode(key) !== this.#key) {
      await found.unsubscribe()
      return null
    }
    return found
  }
}

const encode = (key: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(key)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

export const push = new Push()
