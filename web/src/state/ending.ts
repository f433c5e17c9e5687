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

/** A player at the end of a round or a match, with the cards that were left in hand. */
export interface Ranked {
  seat: number
  place: number
  points: number
  cards: readonly string[]
}

/** The players from the first place to the last. */
export function ranking(match: MatchView): Ranked[] {
  const outcome = match.outcome ?? match.view.outcome
  const hands = match.view.zones.filter((zone) => zone.kind === 'hand')
  const ranked = (outcome?.places ?? []).map((place, seat) => ({
    seat,
    place,
    points: outcome!.points[seat] ?? 0,
    cards: hands.find((hand) => hand.owner === seat)?.cards ?? [],
  }))
  return ranked.sort((one, other) => one.place - other.place)
}
