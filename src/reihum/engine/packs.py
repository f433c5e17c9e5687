"""Packs of cards, and small changes to them: positions are made of these."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from reihum.cards import Card, Randomness

T = TypeVar("T")

Pack = tuple[Card, ...]
"""A hand, a pile, what somebody has won."""


def replace_at(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """The values with another one at a place, which is mostly a seat.

    >>> replace_at(("R1", "R2", "R3"), 1, "Y9")
    ('R1', 'Y9', 'R3')
    """
    return (*values[:at], value, *values[at + 1 :])


def exchange(pack: Iterable[Card], moved: Mapping[Card, Card]) -> Pack:
    """The cards of a pack in a world where some have changed places: see ``State.imagine``."""
    return tuple(moved.get(card, card) for card in pack)


def redeal(
    groups: Sequence[Sequence[Card]],
    randomness: Randomness,
    fits: Callable[[list[tuple[Card, ...]]], bool] = lambda _: True,
) -> tuple[list[tuple[Card, ...]], dict[Card, Card]]:
    """Hidden cards dealt again into groups of the same sizes until the groups are possible, and which card
    has taken which card's place. (The true deal is possible, so one is found.)"""
    cards = [card for group in groups for card in group]
    while True:
        mixed = randomness.shuffled(cards)
        dealt: list[tuple[Card, ...]] = []
        top = 0
        for group in groups:
            dealt.append(tuple(mixed[top : top + len(group)]))
            top += len(group)
        if fits(dealt):
            return dealt, dict(zip(cards, mixed, strict=True))
