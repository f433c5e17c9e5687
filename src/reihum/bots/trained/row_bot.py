"""``trained`` for the row games: makes the move that its net prefers."""

from __future__ import annotations

from collections.abc import Sequence

from reihum.bots.bot import Bot, offered
from reihum.bots.trained.network import add_prior, load_network
from reihum.bots.trained.row_memory import CARDS, PLACE, RowMemory
from reihum.bots.trained.row_observation import observe
from reihum.cards import Randomness
from reihum.engine import Game, Shown, View

NETS = {"classic": "rows-classic"}
"""The nets of games that have one to themselves."""
OTHER_NET = "rows-variants"


class TrainedRowBot(Bot):
    """Remembers what the moves have told, and makes the move that its net prefers. Against players who hold nothing
    back it plays as ``solid`` does, which wins more: the net has met few of them."""

    def __init__(self, game: Game, seat: int, randomness: Randomness) -> None:
        super().__init__(game, seat, randomness)
        self._network = load_network(NETS.get(game.id, OTHER_NET))
        self._memory = RowMemory(game)

    def see(self, shown: Sequence[Shown]) -> None:
        """Remember what a move tells."""
        self._memory.see(shown)

    def choose(self, view: View) -> str:
        """The preferred move."""
        moves = offered(view)
        if len(moves) == 1:
            return moves[0]
        preferences = self.prefer(view)
        return max(moves, key=preferences.__getitem__)

    def prefer(self, view: View) -> dict[str, float]:
        """How much the net prefers each move that the view offers."""
        moves = offered(view)
        self._memory.catch_up(view)
        seen = observe(self.game, view, moves, self._memory)
        hurried = self._memory.meets_hurry(self.seat)
        preferences = (add_prior(seen, 0.0, 0.0) if hurried else self._network.prefer(seen)).tolist()
        return {move: preferences[PLACE.get(move.removeprefix("lay "), CARDS)] for move in moves}
