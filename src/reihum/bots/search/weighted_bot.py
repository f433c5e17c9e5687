"""``solid`` for the row games and Master: weighs what each move does, with weights tuned by self-play."""

from __future__ import annotations

from itertools import islice

from reihum.bots.bot import Bot, offered
from reihum.bots.search.weights import weights_for
from reihum.cards import Randomness
from reihum.engine import Game, View
from reihum.games.master.rules import MasterState
from reihum.simulator import Position, seen
from reihum.simulator.compiler import make_weights, make_words
from reihum.simulator.families import family_of
from reihum.simulator.master.parameters import ANY
from reihum.simulator.master.position import JOKERS_OF
from reihum.simulator.policies import WEIGHTED
from reihum.simulator.position import HANDS
from reihum.simulator.sampler import choose_move


class WeightedBot(Bot):
    """Makes the moves of the simulator's weighted policy."""

    def __init__(self, game: Game, seat: int, randomness: Randomness) -> None:
        super().__init__(game, seat, randomness)
        self._policies = make_words([WEIGHTED] * game.seats)
        self._weights = make_weights(weights_for(game) * game.seats)

    def choose(self, view: View) -> str:
        """The move with the highest weighted sum."""
        moves = offered(view)
        if len(moves) == 1:
            return moves[0]
        now = seen(self.game, view)
        master = self.game.facts.state is MasterState
        chosen = choose_move(now.parameters.words, master, make_words(_fill_hands(now)), self._policies, self._weights)
        return family_of(self.game).move_text(self.game, int(chosen))


def _fill_hands(now: Position) -> list[int]:
    """A position with any cards in the other hands: only their number matters."""
    numbers, unseen = list(now.words), iter(now.unseen)
    for seat, count in enumerate(now.missing):
        for place in islice(unseen, count):
            if place == ANY:
                numbers[JOKERS_OF + seat] += 1
            else:
                numbers[HANDS + 2 * seat + (place >> 6)] |= 1 << (place & 63)
    return numbers
