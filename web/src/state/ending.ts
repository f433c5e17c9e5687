/** The end of a round or a match, in words. */
import type { MatchView } from '../protocol/types'
import type { Texts } from '../texts/texts'

/** The winners of the match if it is over, otherwise of the round. */
export function winners(match: MatchView): number[] {
  const outcome = match.outcome ?? match.view.outcome
  return outcome ? outcome.places.flatMap((place, seat) => (place === 1 ? [seat] : [])) : []
}

/** The sentence that says who has won; `you` if the reader alone has won. */
export function headline(match: MatchView, texts: Texts, you = false): string {
  const won = winners(match)
  return texts.text(`page.end.${match.outcome ? 'match' : 'round'}${you ? '.you' : ''}`, {
    count: won.length,
    winners: texts.list(won.map((seat) => texts.player(seat))),
  })
}
