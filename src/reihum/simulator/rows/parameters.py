"""A row game and its options as numbers for the kernels."""

from __future__ import annotations

from functools import lru_cache

from reihum.engine import Game
from reihum.engine.options import RANDOM
from reihum.errors import BadOption
from reihum.games.rows.layout import Layout, Variant
from reihum.games.rows.rules import GAMES, RowsState
from reihum.simulator.compiler import make_words
from reihum.simulator.parameters import CARDS, DRAW, FIRST, NONE, SEATS, TAKE3, Parameters
from reihum.simulator.position import MAX_SEATS
from reihum.simulator.rows.cards import cards_to_words, mask_to_words, places_of

# The index of each number that only row games have.
DRAWS = 2
BLOCKING = 3  # the move that may be made instead of laying, or 0
BY_ELEVEN = 5
BY_NUMBER = 6  # rows start with the number of the first card
STARTS_OF_ROW = 7  # how many cards open a row
ROWS = 8  # the places of all rows, two words
STARTS = 10  # the cards that open a row, two words
LAID_OUT = 12  # two words
OPEN = 14  # what fits at the beginning, two words
AFTER_CARDS = CARDS + 1 + 80
SIZES = AFTER_CARDS  # the cards dealt to each seat
TURN_RULE = SIZES + MAX_SEATS
GOES_ON = TURN_RULE + 1  # whether a turn goes on after a drawn card was laid
PLAY_ON = TURN_RULE + 2
DUTY = TURN_RULE + 3  # the cards that must be laid before others, two words
LENGTH = TURN_RULE + 5

# What may be laid in a turn.
ANY_ROWS, ONE_COLOUR, ONE_CARD = range(3)
_TURN_RULES = {"any": ANY_ROWS, "colour": ONE_COLOUR, "one": ONE_CARD}


@lru_cache(maxsize=64)
def parameters_of(game: Game) -> Parameters:
    """The parameters of a row game. The kernels know only the newest rules."""
    game.facts.check_newest()
    if game.facts.state is not RowsState:
        raise BadOption("not-a-row-game", expected=", ".join(facts.id for facts in GAMES), got=game.id)
    layout: Layout = game.setup
    variant: Variant = game.facts.data
    first = game.options.get("first")
    numbers = [0] * LENGTH
    numbers[SEATS] = game.seats
    sizes = [size + (seat < layout.spare) for seat, size in enumerate(layout.hands)]
    numbers[SIZES : SIZES + game.seats] = sizes
    numbers[DRAWS] = layout.draws
    numbers[BLOCKING] = {"take3": TAKE3, "draw": DRAW}.get(layout.blocking, NONE)
    numbers[BY_ELEVEN] = int(layout.by_eleven)
    numbers[BY_NUMBER] = int(not layout.starts and not layout.laid_out)
    numbers[STARTS_OF_ROW] = len(variant.starts)
    numbers[FIRST] = -1 if first == RANDOM else int(first or 0)
    numbers[ROWS : ROWS + 2] = cards_to_words(layout.beside)
    numbers[STARTS : STARTS + 2] = mask_to_words(layout.starts)
    numbers[LAID_OUT : LAID_OUT + 2] = mask_to_words(layout.laid_out)
    numbers[OPEN : OPEN + 2] = _open_places(layout)
    numbers[TURN_RULE] = _TURN_RULES[layout.turn]
    numbers[GOES_ON], numbers[PLAY_ON] = int(layout.goes_on), int(layout.play_on)
    numbers[DUTY : DUTY + 2] = mask_to_words(layout.duty)
    numbers[CARDS] = len(layout.deck)
    numbers[CARDS + 1 : CARDS + 1 + len(layout.deck)] = places_of(layout.deck)
    assert len(numbers) == LENGTH
    return Parameters(game, make_words(numbers))


def _open_places(layout: Layout) -> tuple[int, int]:
    """What fits before the first move, if anyone may lay it."""
    if layout.laid_out:
        laid, rows = mask_to_words(layout.laid_out), cards_to_words(layout.beside)
        first, second = ((cards << 1 | cards >> 1) & all_ & ~cards for cards, all_ in zip(laid, rows, strict=True))
        return first, second
    return mask_to_words(layout.starts) if layout.starts else cards_to_words(layout.deck)
