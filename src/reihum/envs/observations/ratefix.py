"""What can be observed of Ratefix."""

from __future__ import annotations

from collections.abc import Iterator

from reihum.envs.parts import Cards, Part, count, counts, numbers, seat


def parts(cards: Cards, seats: int) -> Iterator[Part]:
    """The parts of an observation, in their order."""
    yield from (cards.tops("middle", seats, private=True), seat(seats))
    yield from (numbers("guess", "ratefix.guessed number", seats, 20 * seats), count("kept", cards.size))
    yield from (counts("pile", seats, cards.size), counts("won", seats, cards.size))
