/** The place that the address names, below the root of the server. */
import { root } from './protocol/root'

export interface Place {
  name: 'home' | 'daily' | 'history' | 'table' | 'tv' | 'replay' | 'circle' | 'rules' | 'learn' | 'device' | 'nearby' | 'lost'
  id: string
  key: string
}

export const ROUTES: [RegExp, Place['name']][] = [
  [/^(?:index\.html)?$/, 'home'],
  [/^daily$/, 'daily'],
  [/^history$/, 'history'],
  [/^t\/([^/]+)$/, 'table'],
  [/^t\/([^/]+)\/tv$/, 'tv'],
  [/^t\/([^/]+)\/replay$/, 'replay'],
  [/^c\/([^/]+)$/, 'circle'],
  [/^rules\/([^/]+)$/, 'rules'],
  [/^learn\/([^/]+)$/, 'learn'],
  [/^device$/, 'device'],
  [/^nearby$/, 'nearby'],
]

export function read(path: string, hash: string): Place {
  for (const [pattern, name] of ROUTES) {
    const found = pattern.exec(path)
    const id = found ? decoded(found[1] ?? '') : null
    if (id !== null) return { name, id, key: hash.replace(/^#/, '') }
  }
  return { name: 'lost', id: path, key: '' }
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

/** A host that knows files only leads from a place inside the page to `?at=` that place: see public/404.html. */
function restorePlace(): void {
  const asked = new URLSearchParams(location.search).get('at')
  if (asked !== null) history.replaceState(null, '', root.href + asked.replace(/^\/+/, '') + location.hash)
}

restorePlace()

function here(): Place {
  return read(location.pathname.slice(root.pathname.length), location.hash)
}

export const router = $state({ place: here() })

/** Go somewhere below the root: `go('t/t-abc')`. */
export function go(path: string, replace = false): void {
  const address = new URL(path, root)
  if (replace) history.replaceState(null, '', address)
  else history.pushState(null, '', address)
  router.place = here()
  scrollTo(0, 0)
}

export const to = (path: string): string => new URL(path, root).href

/** Follow a link within the page without loading the document again. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return
  const link = (event.target as Element | null)?.closest('a')
  if (!link || link.target || link.download || link.origin !== root.origin || !link.pathname.startsWith(root.pathname)) return
  if (link.pathname.startsWith(`${root.pathname}api/`)) return
  event.preventDefault()
  go(link.href.slice(root.href.length))
}

addEventListener('popstate', () => (router.place = here()))
addEventListener('hashchange', () => (router.place = here()))
