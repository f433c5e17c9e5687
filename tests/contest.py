"""Bots against bots over duplicate deals: every deal is played once with the sensible bot at each seat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import reihum
from reihum.bots import play_round, seat_bots


def leads(game: str, seats: int, deals: int, **options: Any) -> Iterator[float]:
    """For each deal: how far a sensible bot is ahead of random opponents, in points, on average over the seats."""
    settled = reihum.game(game, seats=seats, **options)
    better = -1 if settled.facts.lowest_wins else 1
    for number in range(deals):
        seed = f"contest {number}"
        ahead = 0.0
        for seat in range(seats):
            names = ["sensible" if other == seat else "random" for other in range(seats)]
            state = settled.deal(seed)
            for _, _, after in play_round(state, seat_bots(settled, names, seed.encode())):
                state = after
            assert state.outcome is not None
            points = state.outcome.points
            ahead += better * (points[seat] - (sum(points) - points[seat]) / (seats - 1))
        yield ahead / seats


def mean(values: Iterator[float]) -> float:
    """The mean of some numbers."""
    found = list(values)
    return sum(found) / len(found)
