/** How a round or a match has ended, in words. */
import type { MatchView } from '../protocol/types'
import type { Texts } from '../texts/texts'

/** The seats that have won: the match if it is over, otherwise the round. */
export function winners(match: MatchView): number[] {
  const outcome = match.outcome ?? match.view.outcome
  return outcome ? outcome.places.flatMap((place, seat) => (place === 1 ? [seat] : [])) : []
}

/** Who has won; `you` where it is the reader alone. */
export function headline(match: MatchView, texts: Texts, you = false): string {
  const won = winners(match)
  return texts.text(`page.end.${match.outcome ? 'match' : 'round'}${you ? '.you' : ''}`, {
    count: won.length,
    winners: texts.list(won.map((seat) => texts.player(seat))),
  })
}
