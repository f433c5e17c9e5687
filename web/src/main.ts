import '@fontsource-variable/jost/wght.css'
import './styles/tokens.css'
import './styles/base.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { isAway, isLocal } from './protocol/host'
import { keepSite } from './state/keeping'
import { preferences, preferredLanguage } from './state/preferences.svelte'

// After an update an old page asks for files that are gone: then it reloads, once.
addEventListener('vite:preloadError', () => {
  const key = 'reihum.renewed'
  if (Date.now() - Number(sessionStorage.getItem(key)) < 10_000) return
  sessionStorage.setItem(key, String(Date.now()))
  location.reload()
})

mount(App, { target: document.getElementById('page')! })

if ('serviceWorker' in navigator && import.meta.env.PROD) {
  addEventListener('load', () => void (isLocal && !isAway ? keepSite() : keepPage()))
}

/** Keep the page on this device, and when there is time the rest of it, so that a reload needs no connection. */
async function keepPage(): Promise<void> {
  await navigator.serviceWorker.register(new URL('worker.js', document.baseURI))
  const { active } = await navigator.serviceWorker.ready
  const language = preferredLanguage()
  const addresses = [`api/texts/${language}`, `api/games?language=${language}`, ...(preferences.known ? ['api/me/tables', 'api/me/circles'] : [])]
  const whenIdle = window.requestIdleCallback ?? ((call: () => void) => setTimeout(call, 2000))
  whenIdle(() => active?.postMessage({ kind: 'idle', addresses }))
}
