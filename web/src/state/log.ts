/** The running log in words: what a move showed, and what happened around it. */
import type { Lobby, Shown } from '../protocol/types'
import type { Texts } from '../texts/texts'
import type { LogLine } from './table'

/** An event in words, as `Shown.message` makes them. */
export function told(shown: Shown, family: string, texts: Texts): string {
  const hidden = shown.count ? '.hidden' : ''
  return texts.text(`${family}.event.${shown.kind}${hidden}`, {
    seat: shown.seat,
    cards: shown.cards ?? [],
    count: shown.count ?? 0,
    ...shown.values,
  })
}

/** The last of some sentences that together have so many characters, but at least one. */
export function latest(sentences: readonly string[], most: number): string {
  let told = sentences.at(-1) ?? ''
  for (const sentence of sentences.slice(0, -1).reverse()) {
    if (sentence.length + told.length >= most) break
    told = `${sentence} ${told}`
  }
  return told
}

/** The lines of one happening. */
export function line(entry: LogLine, lobby: Lobby | null, family: string, texts: Texts): string[] {
  const what = entry.what
  const name = (person: string) => lobby?.people[person] ?? '–'
  switch (what.kind) {
    case 'played':
    case 'dealt': {
      const dealt = what.kind === 'dealt' ? [texts.text('page.log.dealt', { round: what.round + 1 })] : []
      return [...dealt, ...entry.shown.map((shown) => told(shown, family, texts))]
    }
    case 'said':
      return [texts.text('page.log.said', { name: name(what.person), words: what.words || texts.text(`phrase.${what.phrase}`) })]
    case 'joined':
      return [texts.text('page.log.joined', { name: what.name })]
    case 'left':
      return [texts.text('page.log.left', { name: name(what.person) })]
    case 'stood-in':
    case 'returned':
      return [texts.text(`page.log.${what.kind}`, { seat: what.seat })]
    default:
      return []
  }
}
