"""Cards as places of two words, for the kernels.

Red and yellow share the first word, green and blue the second. A colour has 32 bits, and a number is its own place
there, so that neighbours are neighbours and both sides of a row are free. The order of the bits is the rank order.
A card alone is 64 · its word + its bit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from reihum.cards import COLOURS, NUMBER, Card, span
from reihum.games.rows.bits import COLOUR

ROW = 0x7FFFFF
"""The bits of a colour: shift by 0 or 32."""

PLACE: dict[Card, int] = {card: 32 * COLOURS.index(card[0]) + NUMBER[card] for card in span(1, 21)}
CARD: dict[int, Card] = {place: card for card, place in PLACE.items()}


def places(cards: Iterable[Card]) -> tuple[int, ...]:
    """Cards, each as its place."""
    return tuple(PLACE[card] for card in cards)


def both_words(cards: Iterable[Card]) -> tuple[int, int]:
    """Cards as bits of two words."""
    bits = sum(1 << place for place in places(cards))
    return bits & (1 << 64) - 1, bits >> 64


def widened(mask: int) -> tuple[int, int]:
    """The engine's mask of cards as two words."""
    red, yellow, green, blue = ((mask & COLOUR[colour]) >> 20 * row << 1 for row, colour in enumerate(COLOURS))
    return red | yellow << 32, green | blue << 32


def cards_in(both: Sequence[int]) -> tuple[Card, ...]:
    """The cards of two words, in rank order."""
    return tuple(card for place, card in CARD.items() if both[place >> 6] >> (place & 63) & 1)
