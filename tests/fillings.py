"""Stacked decks for games that lay complete numbers aside: a few cards matter, complete numbers fill up the hands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scenario import DECK_80


def filled(sizes: Sequence[int], hands: Sequence[str], of: Iterable[str] = DECK_80) -> str:
    """Each hand holds the cards named for it, in that order, and is filled up to its size with all the cards of
    numbers that are named nowhere.

    >>> filled([4, 2], ["R3 Y2", "R2 Y3"], of=["R1", "Y1", "R2", "Y2", "R3", "Y3"])
    'R3 Y2 R1 Y1 R2 Y3'
    """
    named = [hand.split() for hand in hands]
    taken = {card[1:] for hand in named for card in hand}
    sets: dict[str, list[str]] = {}
    for card in of:
        sets.setdefault(card[1:], []).append(card)
    assert sorted(card for hand in named for card in hand) == sorted(card for n in taken for card in sets[n])
    free = [cards for number, cards in sets.items() if number not in taken]
    for size, hand in zip(sizes, named, strict=True):
        while len(hand) < size:
            hand.extend(free.pop(0))
        assert len(hand) == size, f"{hand} does not fit into {size} places"
    assert not free
    return " ".join(card for hand in named for card in hand)
