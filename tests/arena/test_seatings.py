"""All bots get the same luck: every bot at a table plays it from every seat."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from reihum.arena.seatings import Seating, duel_seatings, mixed_seatings, solo_seatings


def sitting(tables: list[Seating]) -> Counter[tuple[str, int]]:
    """How often each bot sits at each seat."""
    return Counter((bot, seat) for table in tables for seat, bot in enumerate(table))


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("bots", ["ab", "abc", "abcdefgh"])
def test_duels(bots: str, seats: int) -> None:
    """Each bot is alone against each other kind at every seat, and no table comes twice."""
    tables = duel_seatings(bots, seats)
    assert len(set(tables)) == len(tables)
    assert {table for pair in permutations(bots, 2) for table in solo_seatings(*pair, seats)} == set(tables)
    assert len(set(sitting(tables).values())) == 1


@pytest.mark.parametrize("seats", range(2, 7))
def test_mixed(seats: int) -> None:
    """All at one table that turns; every bot has sat everywhere equally often, if they are equally many."""
    for count in range(2, seats + 1):
        tables = mixed_seatings("abcdef"[:count], seats)
        found = sitting(tables)
        assert all(len({found[bot, seat] for seat in range(seats)}) == 1 for bot in "abcdef"[:count])
        assert len(set(tables)) == len(tables)
