"""Which bot sits where: every deal is played with several seatings, so that all bots get the same luck."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

Seating = tuple[str, ...]
"""The players by seat."""


def solo_seatings(bot: str, other: str, seats: int) -> list[Seating]:
    """One bot against others of one kind, from every seat.

    >>> solo_seatings("a", "b", 3)
    [('a', 'b', 'b'), ('b', 'a', 'b'), ('b', 'b', 'a')]
    """
    return [tuple(bot if seat == own else other for seat in range(seats)) for own in range(seats)]


def duel_seatings(bots: Sequence[str], seats: int) -> list[Seating]:
    """Every bot alone against others of every other kind. With two seats this is each pair both ways.

    >>> duel_seatings("ab", 2), len(duel_seatings("ab", 4)), len(duel_seatings("abc", 4))
    ([('a', 'b'), ('b', 'a')], 8, 24)
    """
    return list(dict.fromkeys(table for pair in permutations(bots, 2) for table in solo_seatings(*pair, seats)))


def mixed_seatings(bots: Sequence[str], seats: int) -> list[Seating]:
    """All bots at one table, rotated until each has had every seat. If there are fewer bots than seats, they alternate
    around the table.

    >>> mixed_seatings("abc", 3), mixed_seatings("ab", 4)
    ([('a', 'b', 'c'), ('c', 'a', 'b'), ('b', 'c', 'a')], [('a', 'b', 'a', 'b'), ('b', 'a', 'b', 'a')])
    """
    table = tuple(bots[seat % len(bots)] for seat in range(seats))
    return list(dict.fromkeys(table[seats - turn :] + table[: seats - turn] for turn in range(seats)))
