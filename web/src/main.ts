import '@fontsource-variable/jost/wght.css'
import './styles/tokens.css'
import './styles/base.css'
import { mount } from 'svelte'
import App from './App.svelte'

// After an update an old page asks for files that are gone: then it reloads, once.
addEventListener('vite:preloadError', () => {
  const key = 'reihum.renewed'
  if (Date.now() - Number(sessionStorage.getItem(key)) < 10_000) return
  sessionStorage.setItem(key, String(Date.now()))
  location.reload()
})

mount(App, { target: document.getElementById('page')! })

if ('serviceWorker' in navigator && import.meta.env.PROD) {
  addEventListener('load', () => void navigator.serviceWorker.register(new URL('worker.js', document.baseURI)))
}
