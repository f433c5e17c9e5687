"""Ordered decks: reading a stacked one, and dealing hands and piles from the top (RULEBOOK §0)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from reihum.cards.cards import Card
from reihum.cards.randomness import Randomness
from reihum.errors import BadDeck


def deck_cards(deck: str | Sequence[str]) -> tuple[Card, ...]:
    """A deck as its cards, without checking them.

    >>> deck_cards("b2, R1")
    ('B2', 'R1')
    """
    if not isinstance(deck, Sequence):
        raise BadDeck("deck-type", got=type(deck).__name__)
    words = deck.replace(",", " ").split() if isinstance(deck, str) else [str(card) for card in deck]
    return tuple(word.upper() for word in words)


def read_deck(deck: str | Sequence[str], cards: Sequence[Card]) -> tuple[Card, ...]:
    """A stacked deck as cards; it must hold exactly ``cards`` in any order.

    >>> read_deck("b2 R1", ["R1", "B2"])
    ('B2', 'R1')
    """
    found = deck_cards(deck)
    wanted = Counter(cards)
    have: Counter[Card] = Counter()
    for position, card in enumerate(found, 1):
        if card not in wanted:
            raise BadDeck("deck-foreign-card", card=card, position=position, expected=len(cards))
        have[card] += 1
        if have[card] > wanted[card]:
            raise BadDeck("deck-double-card", card=card, position=position, expected=len(cards))
    if missing := list((wanted - have).elements()):
        raise BadDeck("deck-missing-card", card=missing[0], missing=len(missing), expected=len(cards))
    return found


class Deal(Struct, frozen=True):
    """All that a deal depends on: the order of the cards (or a seed that gives it) and who comes first."""

    seats: int
    seed: bytes
    stacked: tuple[Card, ...] | None = None
    dealt_from: int = 0
    first: int = 0

    def decks(self, cards: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
        """The deck; where a game must deal again, the next ones after it. A stacked deck has no next one."""
        if self.stacked is not None:
            yield self.stacked
            return
        attempt = 0
        while True:
            yield tuple(Randomness(self.seed, f"deal {attempt}").shuffled(cards))
            attempt += 1

    def deck(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The deck of a game that never deals again."""
        return next(self.decks(cards))

    def hands(self, deck: Sequence[Card], sizes: Sequence[int]) -> tuple[list[tuple[Card, ...]], tuple[Card, ...]]:
        """Whole hands by seat – ``sizes`` count from the round's first seat – and what is left of the deck."""
        hands: list[tuple[Card, ...]] = [()] * self.seats
        top = 0
        for turn, size in enumerate(sizes):
            hands[(self.dealt_from + turn) % self.seats] = tuple(deck[top : top + size])
            top += size
        return hands, tuple(deck[top:])


def evenly(count: int, seats: int) -> list[int]:
    """As evenly as possible; the earlier seats get the extra cards.

    >>> evenly(80, 6)
    [14, 14, 13, 13, 13, 13]
    """
    return [count // seats + (turn < count % seats) for turn in range(seats)]
