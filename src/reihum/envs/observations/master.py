"""What can be observed of Master."""

from __future__ import annotations

from collections.abc import Iterator

from reihum.envs.parts import Cards, Part, asked, count, counts, jokers
from reihum.games.master.rules import BONUS_CARDS, CONNECTIONS, MOST


def parts(cards: Cards, seats: int) -> Iterator[Part]:
    """The parts of an observation, in their order."""
    most = cards.size + 4
    yield from (cards.laid(), cards.wild(), cards.open(), cards.hand(), jokers())
    yield from (counts("hand", seats, most), count("stock", most))
    yield from (counts("links", seats, CONNECTIONS[seats]), counts("bonus", seats, BONUS_CARDS))
    yield asked("left", "count", MOST, "master.prompt.more", "master.prompt.end")
