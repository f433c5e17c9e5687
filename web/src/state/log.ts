/** The running log: what a move showed, and what happened around it, as sentences. */
import type { Lobby } from '../protocol/types'
import { eventLabel, type Words } from '../texts/labels'
import { mergeEvents } from './recap'
import type { LogEntry } from './table'

/** As many of the last sentences as fit into a number of characters, but at least one. */
export function lastSentences(sentences: readonly string[], mostCharacters: number): string {
  let found = sentences.at(-1) ?? ''
  for (const sentence of sentences.slice(0, -1).reverse()) {
    if (sentence.length + found.length >= mostCharacters) break
    found = `${sentence} ${found}`
  }
  return found
}

/** The sentences of one entry. */
export function entrySentences(entry: LogEntry, lobby: Lobby | null, words: Words): string[] {
  const { texts } = words
  const what = entry.what
  const name = (person: string) => lobby?.people[person] ?? '–'
  switch (what.kind) {
    case 'played':
    case 'dealt': {
      const dealt = what.kind === 'dealt' ? [texts.text('page.log.dealt', { round: what.round + 1 })] : []
      return [...dealt, ...mergeEvents(entry.events).map((event) => eventLabel(event, words))]
    }
    case 'said':
      return [texts.text('page.log.said', { name: name(what.person), words: what.words || texts.text(`phrase.${what.phrase}`) })]
    case 'paced':
      return [texts.text('page.log.paced', { pace: `page.pace.${what.pace}` })]
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
