"""What can be observed of Schwarzer Peter."""

from __future__ import annotations

from collections.abc import Iterator

from reihum.envs.parts import Cards, Part, counts


def parts(cards: Cards, seats: int) -> Iterator[Part]:
    """The parts of an observation, in their order."""
    yield from (cards.hand(), counts("hand", seats, cards.size), cards.shown("pairs"))
