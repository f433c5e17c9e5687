"""Who sits where: the tables at which every deal is played, so that luck falls on everybody alike."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

Table = tuple[str, ...]
"""The players by seat."""


def alone(bot: str, other: str, seats: int) -> list[Table]:
    """One bot against others of one kind, from every seat.

    >>> alone("a", "b", 3)
    [('a', 'b', 'b'), ('b', 'a', 'b'), ('b', 'b', 'a')]
    """
    return [tuple(bot if seat == own else other for seat in range(seats)) for own in range(seats)]


def duels(bots: Sequence[str], seats: int) -> list[Table]:
    """Every bot alone against others of every other kind; with two seats that is each pair both ways.

    >>> duels("ab", 2), len(duels("ab", 4)), len(duels("abc", 4))
    ([('a', 'b'), ('b', 'a')], 8, 24)
    """
    return list(dict.fromkeys(table for pair in permutations(bots, 2) for table in alone(*pair, seats)))


def mixed(bots: Sequence[str], seats: int) -> list[Table]:
    """All bots at one table, which turns until each has sat everywhere; if they are fewer than the seats, they take
    turns around it.

    >>> mixed("abc", 3), mixed("ab", 4)
    ([('a', 'b', 'c'), ('c', 'a', 'b'), ('b', 'c', 'a')], [('a', 'b', 'a', 'b'), ('b', 'a', 'b', 'a')])
    """
    table = tuple(bots[seat % len(bots)] for seat in range(seats))
    return list(dict.fromkeys(table[seats - turn :] + table[: seats - turn] for turn in range(seats)))
