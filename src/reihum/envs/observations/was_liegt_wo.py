"""What can be observed of Was liegt wo?"""

from __future__ import annotations

from collections.abc import Iterator

from reihum.envs.parts import Cards, Part, counts


def parts(cards: Cards, seats: int) -> Iterator[Part]:
    """The parts of an observation, in their order."""
    yield from (cards.places("grid"), counts("pairs", seats, cards.size))
