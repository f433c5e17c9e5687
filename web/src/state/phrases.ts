import type { Seat } from '../protocol/types'

/** The preset phrases; the host knows the same list and refuses everything else. */
export const PHRASES = ['hello', 'good-luck', 'your-turn', 'think', 'well-played', 'lucky', 'oops', 'thanks', 'again', 'break', 'bye'] as const

export const REACTIONS = new Map([
  ['laugh', '😄'],
  ['wow', '😮'],
  ['clap', '👏'],
  ['heart', '❤️'],
  ['sad', '😢'],
  ['angry', '😠'],
])

export interface Speech {
  phrase: string
  words: string
}

/** What has just been said, by seat: free words, a sign, or a phrase. */
export function speechBySeat(seats: readonly Seat[], speech: ReadonlyMap<string, Speech>, text: (key: string) => string): Map<number, string> {
  return new Map(
    seats.flatMap((seat, number) => {
      const said = seat.person ? speech.get(seat.person) : undefined
      return said ? [[number, said.words || REACTIONS.get(said.phrase) || text(`phrase.${said.phrase}`)] as const] : []
    }),
  )
}
