"""A row game with its options as numbers for the kernels."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from reihum.engine import Game
from reihum.engine.options import RANDOM
from reihum.errors import BadOption
from reihum.games.rows.layout import Layout, Variant
from reihum.games.rows.rules import GAMES, RowsState
from reihum.simulator.compiler import Words, words
from reihum.simulator.rows.cards import both_words, places, widened

# Where the numbers stand.
SEATS = 0
HAND = 1
DRAWS = 2
LINKS = 2  # Master: the connection cards of each player
BLOCKING = 3  # the move that may be made instead of laying, or 0
FIRST = 4  # the seat that begins; −1: by lot, or as the cards say
BY_ELEVEN = 5
BY_NUMBER = 6  # rows start with the number of the first card
STARTS_OF_ROW = 7  # how many cards open a row
ROWS = 8  # the places of all rows, two words
STARTS = 10  # the cards that open a row, two words
LAID_OUT = 12  # two words
OPEN = 14  # what fits at the beginning, two words
CARDS = 16  # how many are shuffled; they follow
LENGTH = 17 + 80

# A move is the place of the card that is laid, or one of these.
END, DRAW, TAKE3, PASS = 128, 129, 130, 131
NONE = 0


class Rules(Struct, frozen=True, eq=False):
    """What the kernels know about a game."""

    game: Game
    words: Words

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.game.seats


@lru_cache(maxsize=64)
def rules_of(game: Game) -> Rules:
    """The rules of a game of the row family; the kernels know only the newest."""
    game.facts.check_newest()
    if game.facts.state is not RowsState:
        raise BadOption("not-a-row-game", expected=", ".join(facts.id for facts in GAMES), got=game.id)
    layout: Layout = game.setup
    variant: Variant = game.facts.data
    first = game.options.get("first")
    numbers = [0] * LENGTH
    numbers[SEATS] = game.seats
    numbers[HAND] = layout.hand
    numbers[DRAWS] = layout.draws
    numbers[BLOCKING] = {"take3": TAKE3, "draw": DRAW}.get(layout.blocking, NONE)
    numbers[BY_ELEVEN] = int(variant.opener == "eleven")
    numbers[BY_NUMBER] = int(not layout.starts and not layout.laid_out)
    numbers[STARTS_OF_ROW] = len(variant.starts)
    numbers[FIRST] = -1 if first == RANDOM else int(first or 0)
    numbers[ROWS : ROWS + 2] = both_words(layout.beside)
    numbers[STARTS : STARTS + 2] = widened(layout.starts)
    numbers[LAID_OUT : LAID_OUT + 2] = widened(layout.laid_out)
    numbers[OPEN : OPEN + 2] = _open(layout)
    numbers[CARDS] = len(layout.deck)
    numbers[CARDS + 1 : CARDS + 1 + len(layout.deck)] = places(layout.deck)
    assert len(numbers) == LENGTH
    return Rules(game, words(numbers))


def _open(layout: Layout) -> tuple[int, int]:
    """What fits before the first move, if anybody may lay it."""
    if layout.laid_out:
        laid, rows = widened(layout.laid_out), both_words(layout.beside)
        first, second = ((cards << 1 | cards >> 1) & all_ & ~cards for cards, all_ in zip(laid, rows, strict=True))
        return first, second
    return widened(layout.starts) if layout.starts else both_words(layout.deck)
