"""What can be observed of Überall anschließen."""

from __future__ import annotations

from collections.abc import Iterator

from reihum.envs.parts import Cards, Part, counts, seat


def parts(cards: Cards, seats: int) -> Iterator[Part]:
    """The parts of an observation, in their order."""
    yield from (cards.tops("middle"), cards.tops("turned"), cards.shown("open"))
    yield from (counts("pile", seats, cards.size), counts("open", seats, cards.size), seat(seats))
