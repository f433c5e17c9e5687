"""``trained`` for Master: makes the move that its net prefers."""

from __future__ import annotations

from collections.abc import Sequence

from reihum.bots.bot import offered
from reihum.bots.trained.master_memory import NUMBERS, MasterMemory
from reihum.bots.trained.master_observation import KINDS, SCORE_UNIT, SCORES, MasterObservation, observe
from reihum.bots.trained.network import Network, load_network
from reihum.bots.trained.trained_bot import TrainedBot
from reihum.cards import Randomness
from reihum.engine import Game, View

NET = "master"
SHARPNESS = 0.25
"""How many units a move is preferred for each unit of ``solid``'s sum."""


class TrainedMasterBot(TrainedBot):
    """The trained bot of Master."""

    _memory: MasterMemory

    def __init__(self, game: Game, seat: int, randomness: Randomness) -> None:
        super().__init__(game, seat, randomness)
        self._network = load_network(NET)
        self._memory = MasterMemory(game)

    def prefer(self, view: View) -> dict[str, float]:
        """How much the net prefers each move that the view offers."""
        moves = offered(view)
        seen = observe(self.game, view, moves, self._memory)
        return prefer(self._network, seen, moves)


def prefer(network: Network, seen: MasterObservation, moves: Sequence[str]) -> dict[str, float]:
    """How much a net prefers each move: the preferences of ``solid`` and what the net adds to them."""
    scale = SHARPNESS * SCORE_UNIT / 1000
    cards, other = network.evaluate(seen.planes.values, seen.numbers)
    preferences = dict.fromkeys(moves, other + scale * seen.other_score)
    for move, (kind, place) in seen.choices.items():
        row, number = divmod(place, NUMBERS)
        added = cards[(row * len(KINDS) + kind) * NUMBERS + number]
        preferences[move] = added + scale * seen.planes.get(SCORES + kind, place)
    return preferences
