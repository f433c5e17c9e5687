"""What can be observed of Farben sammeln."""

from __future__ import annotations

from collections.abc import Iterator

from reihum.envs.parts import Cards, Part, count, counts, sizes
from reihum.games.farben_sammeln import PILES


def parts(cards: Cards, seats: int) -> Iterator[Part]:
    """The parts of an observation, in their order."""
    piles = len(PILES)
    yield from (cards.tops("open", piles), sizes("open", piles, cards.size), cards.hand())
    yield from (counts("hand", seats, cards.size), count("stock", cards.size))
