"""Packs of cards, and small changes to them: positions are made of these."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from reihum.cards import Card

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
