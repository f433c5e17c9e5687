"""Many games between bots. Every game has its own seed, so the result does not depend on the number of processes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from reihum.arena.contest import Deal, play_seatings
from reihum.arena.rounds import Setting
from reihum.arena.seatings import Seating, solo_seatings


class Plan(Struct, frozen=True):
    """What is simulated. With ``versus``, every deal is played once for every seat of the bot under test."""

    game: str
    seats: int
    options: dict[str, Any]
    bots: Seating
    seed: bytes
    games: int
    versus: str = ""

    def tables(self) -> list[Seating]:
        """The bots by seat, for each time a deal is played."""
        return solo_seatings(self.bots[0], self.versus, self.seats) if self.versus else [self.bots]


def simulate(plan: Plan, jobs: int) -> Iterator[Deal]:
    """Every deal of a plan, in order."""
    setting = Setting(plan.game, plan.seats, plan.options, plan.seed)
    return play_seatings(setting, plan.tables(), range(plan.games), jobs=jobs)
