"""Master with its options as numbers for the kernels, and its cards as places of two words.

The rows lie as on the table: the first and the second row from the top share the first word, the others the second.
A row has 32 bits, as in ``places``; so the order of the rows matters only where cards get names. A joker, which has no
place of its own, is place 0.
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
from reihum.simulator.compiler import words
from reihum.simulator.rows.parameters import CARDS, FIRST, HAND, LINKS, SEATS, Rules

DECK = 84
LENGTH = CARDS + 1 + DECK

JOKERS = 4
ANY = 0
"""The place of a joker that has not been laid."""


@lru_cache(maxsize=64)
def rules_of(game: Game) -> Rules:
    """The rules of Master for so many seats; the kernels know only the newest."""
    game.facts.check_newest()
    first = game.options["first"]
    numbers = [0] * LENGTH
    numbers[SEATS] = game.seats
    numbers[HAND] = HANDS[game.seats]
    numbers[LINKS] = CONNECTIONS[game.seats]
    numbers[FIRST] = -1 if first == RANDOM else int(first)
    numbers[CARDS] = DECK
    numbers[CARDS + 1 :] = places(game, game.cards)
    assert len(numbers) == LENGTH
    return Rules(game, words(numbers))


def place(game: Game, card: Card) -> int:
    """The place of a card, or of a joker that stands for it, as in ``J>B7``."""
    card = card.split(">")[-1]
    return ANY if card == JOKER else 32 * int(game.options["rows"].index(card[0])) + NUMBER[card]


def places(game: Game, cards: Iterable[Card]) -> tuple[int, ...]:
    """Cards, each as its place."""
    return tuple(place(game, card) for card in cards)


def card(game: Game, place: int) -> Card:
    """The card that belongs on a place."""
    return JOKER if place == ANY else f"{game.options['rows'][place >> 5]}{place & 31}"


def both_words(game: Game, cards: Iterable[Card]) -> tuple[int, int]:
    """Cards, without jokers in hand, as bits of two words."""
    bits = sum(1 << place for place in places(game, cards) if place != ANY)
    return bits & (1 << 64) - 1, bits >> 64


def widened(mask: int) -> tuple[int, int]:
    """The engine's mask of places as two words."""
    first, second, third, fourth = ((mask >> WIDTH * row & ROW) << 1 for row in range(4))
    return first | second << 32, third | fourth << 32


def narrowed(first: int, second: int) -> int:
    """Two words as the engine's mask of places."""
    both = first | second << 64
    return sum((both >> 32 * row + 1 & ROW) << WIDTH * row for row in range(4))
