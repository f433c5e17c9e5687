"""Drawn examples for the rules of a game."""

from __future__ import annotations

from msgspec import Struct


class Example(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A picture for the section ``turn`` of the rules. Its text is ``<game>.example.<name>`` and says all that the
    picture shows."""

    name: str
    groups: tuple[tuple[str, ...], ...]
    """Cards that lie together. ``?`` is a card face down, ``J>B12`` a joker for B12, an empty text a free place."""
    below: bool = False
    """The groups lie one below the other, not side by side."""
