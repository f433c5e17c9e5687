"""``trained`` for the row games: makes the move that its net prefers."""

from __future__ import annotations

from reihum.bots.bot import offered
from reihum.bots.trained.network import Network, load_network
from reihum.bots.trained.row_memory import CARDS, PLACE, RowMemory
from reihum.bots.trained.row_observation import (
    NUMBERS,
    SCORE,
    SCORE_UNIT,
    RowObservation,
    count_seats,
    observe,
)
from reihum.bots.trained.trained_bot import TrainedBot
from reihum.cards import Randomness
from reihum.engine import Game, View

NETS = {"classic": "rows-classic"}
"""The nets of games that have one to themselves."""
OTHER_NET = "rows-variants"

SHARPNESS = 2.0
"""How many units a move is preferred for each unit of ``solid``'s sum."""
OVERLOOKED = 6.0
"""How much a player who can go out dislikes any other move."""
NEVER = -1e9


class TrainedRowBot(TrainedBot):
    """The trained bot of the row games."""

    _memory: RowMemory

    def __init__(self, game: Game, seat: int, randomness: Randomness, network: Network | None = None) -> None:
        """A player with a net of the package, or with another."""
        super().__init__(game, seat, randomness)
        self._network = network or load_network(NETS.get(game.id, OTHER_NET))
        self._max_seats = count_seats(self._network.row_inputs // NUMBERS)
        self._memory = RowMemory(game)

    def prefer(self, view: View) -> dict[str, float]:
        """How much the net prefers each move that the view offers."""
        moves = offered(view)
        self._memory.catch_up(view)
        seen = observe(self.game, view, moves, self._memory, self._max_seats)
        preferences = prefer(self._network, seen)
        return {move: preferences[PLACE.get(move.removeprefix("lay "), CARDS)] for move in moves}


def prefer(network: Network, seen: RowObservation) -> list[float]:
    """The preference for laying each card, then for the other move: that of ``solid``, and what the net adds to it.
    ``NEVER`` for what may not be done."""
    cards, other = network.evaluate(seen.planes.values, seen.numbers)
    scale = SHARPNESS * SCORE_UNIT / 1000
    preferences = [NEVER] * (CARDS + 1)
    for place in seen.lays:
        preferences[place] = cards[place] + seen.planes.get(SCORE, place) * scale
    if seen.other_score is not None:
        prior = seen.other_score * scale - 2 * SHARPNESS * OVERLOOKED * seen.goes_out
        preferences[CARDS] = other + prior
    return preferences
