"""What can be observed of the row games."""

from __future__ import annotations

from collections.abc import Iterator

from reihum.envs.parts import Cards, Part, count, counts


def parts(cards: Cards, seats: int) -> Iterator[Part]:
    """The parts of an observation, in their order."""
    yield from (cards.laid(), cards.open(), cards.hand())
    yield from (counts("hand", seats, cards.size), count("stock", cards.size))
