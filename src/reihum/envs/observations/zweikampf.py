"""What can be observed of Zweikampf."""

from __future__ import annotations

from collections.abc import Iterator

from reihum.envs.parts import Cards, Part, counts


def parts(cards: Cards, seats: int) -> Iterator[Part]:
    """The parts of an observation, in their order."""
    yield from (cards.shown("open"), counts("pile", seats, cards.size), counts("won", seats, cards.size))
