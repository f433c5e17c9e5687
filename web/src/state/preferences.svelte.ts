/** What this device prefers, in local storage. It never leaves the device. */

export interface Preferences {
  language: '' | 'de' | 'en' | 'fr'
  theme: '' | 'light' | 'dark'
  name: string
  sound: boolean
  vibration: boolean
  motion: boolean
  confirm: boolean
  bigCards: boolean
  leftHand: boolean
  /** Whether tables are read aloud; null while nobody has chosen. */
  aloud: boolean | null
  /** How hands are sorted, by game; a game that is missing sorts as it says itself. */
  sorting: Record<string, 'colour' | 'number'>
  /** Moves without a choice wait for a tap, too. */
  manual: boolean
  /** Whether this device has ever sat at a table here. */
  known: boolean
  /** Whether somebody wants to play on this device without a connection, and whether somebody ever has. */
  offline: boolean
  away: boolean
}

const KEY = 'reihum'

const USUAL: Preferences = {
  language: '',
  theme: '',
  name: '',
  sound: true,
  vibration: true,
  motion: true,
  confirm: false,
  bigCards: false,
  leftHand: false,
  aloud: null,
  sorting: {},
  manual: false,
  known: false,
  offline: false,
  away: false,
}

function read(): Preferences {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') }
  } catch {
    return { ...USUAL } // storage may be blocked or damaged: then nothing is remembered
  }
}

export const preferences: Preferences = $state(read())

export function prefer(changes: Partial<Preferences>): void {
  Object.assign(preferences, changes)
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences))
  } catch {
    return
  }
}

/** The language of the page: the chosen one, or the browser's first that we have. */
export function preferredLanguage(): 'de' | 'en' | 'fr' {
  if (preferences.language) return preferences.language
  const tags = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())
  return (tags.find((tag) => tag === 'de' || tag === 'en' || tag === 'fr') as 'de' | 'en' | 'fr') ?? 'en'
}
