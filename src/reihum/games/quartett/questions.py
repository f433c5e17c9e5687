"""Quartett (RULEBOOK §3.8): questions and denials."""

from __future__ import annotations

from msgspec import Struct

from reihum.cards import Card

Denials = tuple[tuple[int, ...], ...]
"""By asker, then by the player asked: how often."""


class Question(Struct, frozen=True):
    """Who asks whom for which card."""

    asker: int
    asked: int
    card: Card
