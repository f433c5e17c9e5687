"""Colours, cards and editions as data (RULEBOOK §0). A card is its text: ``"R11"``; a joker is ``"J"``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

Card: TypeAlias = str

COLOURS = "RYGB"
"""Red, yellow, green, blue: the rank order."""

SHAPES = {"R": "■", "Y": "▶", "G": "★", "B": "●"}
"""Every colour has a shape, so that no information is carried by hue alone."""

JOKER: Card = "J"
"""The joker, as long as it stands for no card."""

COLOUR_PAIRS = ("RY", "RG", "RB", "YG", "YB", "GB")
"""The ways to take two colours out of the box."""


def span(low: int, high: int, colours: Iterable[str] = COLOURS) -> tuple[Card, ...]:
    """The cards ``low`` … ``high`` of some colours in rank order.

    >>> span(1, 2, "RB")
    ('R1', 'R2', 'B1', 'B2')
    """
    return tuple(f"{colour}{number}" for colour in colours for number in range(low, high + 1))


NUMBER: dict[Card, int] = {card: int(card[1:]) for card in span(1, 21)}
"""The number on every number card."""

RANK: dict[Card, int] = {card: rank for rank, card in enumerate((*span(1, 21), JOKER))}
"""The place of a card in a sorted hand: by colour, then number, jokers last."""

EDITIONS: dict[str, tuple[Card, ...]] = {
    "80": span(1, 20),
    "60": span(1, 20, "RYG"),
    "40": span(6, 15),
    "junior": span(1, 11),
    "master": (*span(1, 21), *JOKER * 4),
}
"""The cards of every edition; of ``60`` any colour may be left out instead of blue: see ``edition``."""


def edition(name: str, without: str | None = None) -> tuple[Card, ...]:
    """The cards of an edition, in rank order."""
    if name == "60" and without:
        return tuple(card for card in EDITIONS["80"] if card[0] != without)
    return EDITIONS[name]


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards sorted as a hand is sorted."""
    return tuple(sorted(cards, key=RANK.__getitem__))


def same_number(cards: Iterable[Card]) -> dict[int, tuple[Card, ...]]:
    """The cards by number, each group in rank order."""
    groups: dict[int, list[Card]] = {}
    for card in in_order(cards):
        groups.setdefault(NUMBER[card], []).append(card)
    return {number: tuple(group) for number, group in sorted(groups.items())}
