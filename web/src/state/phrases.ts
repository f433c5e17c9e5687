import type { Seat } from '../protocol/types'

/** What people can say without free words; the host knows the same list and refuses everything else. */
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

/** What has just been said at which seat, as it is shown: words, a sign, or a phrase. */
export function speechBySeat(seats: readonly Seat[], said: ReadonlyMap<string, Speech>, text: (key: string) => string): Map<number, string> {
  return new Map(
    seats.flatMap((seat, number) => {
      const spoken = seat.person ? said.get(seat.person) : undefined
      return spoken ? [[number, spoken.words || REACTIONS.get(spoken.phrase) || text(`phrase.${spoken.phrase}`)] as const] : []
    }),
  )
}
