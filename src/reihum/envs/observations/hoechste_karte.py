"""What can be observed of Die höchste Karte gewinnt."""

from __future__ import annotations

from collections.abc import Iterator

from reihum.envs.parts import Cards, Part, count, counts


def parts(cards: Cards, seats: int) -> Iterator[Part]:
    """The parts of an observation, in their order."""
    yield from (cards.hand(), counts("hand", seats, cards.size))
    yield from (counts("won", seats, cards.size), count("kept", cards.size))
