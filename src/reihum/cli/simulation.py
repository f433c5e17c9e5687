"""Many games between bots. Every game has its own seed, so the result does not depend on the number of processes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from typing import Any

from msgspec import Struct

from reihum.bots import play_round, seat_bots
from reihum.cards import Randomness
from reihum.games import game

CHUNK = 10
"""So many deals make one piece of work."""


class Plan(Struct, frozen=True):
    """What is simulated. With ``versus``, every deal is played once for every seat of the bot under test."""

    game: str
    seats: int
    options: dict[str, Any]
    bots: tuple[str, ...]
    seed: bytes
    games: int
    versus: str = ""

    def tables(self) -> list[tuple[str, ...]]:
        """The bots by seat, for each time a deal is played."""
        if not self.versus:
            return [self.bots]
        return [
            tuple(self.bots[0] if seat == own else self.versus for seat in range(self.seats))
            for own in range(self.seats)
        ]


class Played(Struct, frozen=True):
    """One game: places and points by seat, the number of moves, and how many of them were an ``end`` without a
    choice."""

    places: tuple[int, ...]
    points: tuple[int, ...]
    moves: int
    forced: int = 0

    def share(self, seat: int) -> float:
        """What a seat has won: 1, or 1/k of a win shared by k, or 0."""
        return 1 / self.places.count(1) if self.places[seat] == 1 else 0.0


def play_deal(plan: Plan, number: int) -> list[Played]:
    """A deal, played at every table of the plan."""
    chosen = game(plan.game, plan.seats, **plan.options)
    seed = Randomness(plan.seed, f"game {number}").seed()
    results = []
    for table in plan.tables():
        moves, forced, last = 0, 0, chosen.deal(seed)
        for seat, move, state in play_round(last, seat_bots(chosen, table, seed)):
            forced += move == "end" and len(last.legal(seat)) == 1
            moves, last = moves + 1, state
        assert last.outcome is not None
        results.append(Played(last.outcome.places, last.outcome.points, moves, forced))
    return results


def play_deals(plan: Plan, numbers: Sequence[int]) -> list[list[Played]]:
    """Several deals: one piece of work."""
    return [play_deal(plan, number) for number in numbers]


def simulate(plan: Plan, jobs: int) -> Iterator[list[Played]]:
    """Every deal of a plan, in order."""
    work = [range(start, min(start + CHUNK, plan.games)) for start in range(0, plan.games, CHUNK)]
    with ExitStack() as stack:
        if min(jobs, len(work)) > 1:
            from concurrent.futures import ProcessPoolExecutor
            from multiprocessing import get_context

            pool = ProcessPoolExecutor(min(jobs, len(work)), mp_context=get_context("spawn"))
            stack.callback(pool.shutdown, wait=True, cancel_futures=True)
            done = pool.map(partial(play_deals, plan), work)
        else:
            done = map(partial(play_deals, plan), work)
        for deals in done:
            yield from deals
