"""The cards of the row games as places of two words.

Red and yellow share the first word, green and blue the second. The order of the bits is the rank order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from reihum.cards import COLOURS, NUMBER, Card, span
from reihum.games.rows.bits import COLOUR
from reihum.simulator.words import split_words

PLACE: dict[Card, int] = {card: 32 * COLOURS.index(card[0]) + NUMBER[card] for card in span(1, 21)}
CARD: dict[int, Card] = {place: card for card, place in PLACE.items()}


def places_of(cards: Iterable[Card]) -> tuple[int, ...]:
    """The place of each card."""
    return tuple(PLACE[card] for card in cards)


def cards_to_words(cards: Iterable[Card]) -> tuple[int, int]:
    """Cards as bits of two words."""
    return split_words(sum(1 << place for place in places_of(cards)))


def mask_to_words(mask: int) -> tuple[int, int]:
    """The engine's mask of cards as two words."""
    red, yellow, green, blue = ((mask & COLOUR[colour]) >> 20 * row << 1 for row, colour in enumerate(COLOURS))
    return red | yellow << 32, green | blue << 32


def words_to_cards(both: Sequence[int]) -> tuple[Card, ...]:
    """The cards of two words, in rank order."""
    return tuple(card for place, card in CARD.items() if both[place >> 6] >> (place & 63) & 1)
