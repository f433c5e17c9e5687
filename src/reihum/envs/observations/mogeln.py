"""What can be observed of Mogeln."""

from __future__ import annotations

from collections.abc import Iterator

from reihum.envs.parts import Cards, Part, count, counts, number


def parts(cards: Cards, seats: int) -> Iterator[Part]:
    """The parts of an observation, in their order."""
    yield from (cards.hand(), counts("hand", seats, cards.size), count("pile", cards.size))
    yield from (count("aside", cards.size), number("claim", "mogeln.said claim number", 20))
