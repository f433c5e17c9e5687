"""Master and its options as numbers for the kernels, and its cards as places of two words.

The rows lie as on the table: the first and second from the top share the first word, the others the second. So the
order of the rows matters only where cards get names. A joker has no place of its own and is place 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from reihum.cards import JOKER, NUMBER, Card
from reihum.engine import Game
from reihum.engine.options import RANDOM
from reihum.games.master.board import ROW, WIDTH
from reihum.games.master.rules import CONNECTIONS
from reihum.games.master.rules import HAND as HANDS
from reihum.simulator.compiler import make_words
from reihum.simulator.parameters import CARDS, FIRST, HAND, SEATS, Parameters
from reihum.simulator.words import join_words, split_words

DECK = 84
LINKS = 2  # the index of the connection cards of each player
LENGTH = CARDS + 1 + DECK

JOKERS = 4
ANY = 0
"""The place of a joker that has not been laid."""


@lru_cache(maxsize=64)
def parameters_of(game: Game) -> Parameters:
    """The parameters of Master. The kernels know only the newest rules."""
    game.facts.check_newest()
    first = game.options["first"]
    numbers = [0] * LENGTH
    numbers[SEATS] = game.seats
    numbers[HAND] = HANDS[game.seats]
    numbers[LINKS] = CONNECTIONS[game.seats]
    numbers[FIRST] = -1 if first == RANDOM else int(first)
    numbers[CARDS] = DECK
    numbers[CARDS + 1 :] = places_of(game, game.cards)
    assert len(numbers) == LENGTH
    return Parameters(game, make_words(numbers))


def place_of(game: Game, card: Card) -> int:
    """The place of a card, or of a joker that stands for it, as in ``J>B7``."""
    card = card.split(">")[-1]
    return ANY if card == JOKER else 32 * int(game.options["rows"].index(card[0])) + NUMBER[card]


def places_of(game: Game, cards: Iterable[Card]) -> tuple[int, ...]:
    """The place of each card."""
    return tuple(place_of(game, card) for card in cards)


def card_at(game: Game, place: int) -> Card:
    """The card that belongs on a place."""
    return JOKER if place == ANY else f"{game.options['rows'][place >> 5]}{place & 31}"


def cards_to_words(game: Game, cards: Iterable[Card]) -> tuple[int, int]:
    """Cards, without jokers in a hand, as bits of two words."""
    return split_words(sum(1 << place for place in places_of(game, cards) if place != ANY))


def mask_to_words(mask: int) -> tuple[int, int]:
    """The engine's mask of places as two words."""
    first, second, third, fourth = ((mask >> WIDTH * row & ROW) << 1 for row in range(4))
    return first | second << 32, third | fourth << 32


def words_to_mask(first: int, second: int) -> int:
    """Two words as the engine's mask of places."""
    both = join_words(first, second)
    return sum((both >> 32 * row + 1 & ROW) << WIDTH * row for row in range(4))
