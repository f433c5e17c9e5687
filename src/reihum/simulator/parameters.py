"""A game and its options as numbers for the kernels: what both families have in common."""

from __future__ import annotations

from msgspec import Struct

from reihum.engine import Game
from reihum.simulator.compiler import Words

# The index of each number. A family uses the indices between these for its own numbers.
SEATS = 0
HAND = 1  # the cards dealt to each seat
FIRST = 4  # the seat that begins; −1: drawn by lot, or decided by the cards
CARDS = 16  # how many cards are shuffled; the cards follow

# A move is the place of the card that is laid, or one of these.
END, DRAW, TAKE3, PASS = 128, 129, 130, 131
NONE = 0


class Parameters(Struct, frozen=True, eq=False):
    """What the kernels know about a game."""

    game: Game
    words: Words

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.game.seats
