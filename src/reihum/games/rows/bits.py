"""Cards of the row games as bits: a hand or a table is one integer."""

from __future__ import annotations

from collections.abc import Sequence

from reihum.cards import COLOURS, Card, span

BIT: dict[Card, int] = {card: 1 << place for place, card in enumerate(span(1, 20))}
CARD: dict[int, Card] = {bit: card for card, bit in BIT.items()}
COLOUR: dict[str, int] = {colour: sum(BIT[card] for card in span(1, 20, colour)) for colour in COLOURS}
ROW_OF: dict[Card, int] = {card: COLOUR[card[0]] for card in BIT}
ALL = (1 << len(BIT)) - 1


def mask(cards: Sequence[Card]) -> int:
    """The cards as one integer."""
    return sum(map(BIT.__getitem__, cards))


def unmask(cards: int) -> tuple[Card, ...]:
    """The cards of an integer, in rank order."""
    found = []
    while cards:
        bit = cards & -cards
        found.append(CARD[bit])
        cards ^= bit
    return tuple(found)
