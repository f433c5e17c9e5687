"""The results of many rounds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from reihum.simulator.compiler import Words
from reihum.simulator.rounds import (
    COLUMNS,
    COUNTS,
    DRIES,
    ENDS,
    LENGTH,
    MOVES,
    POINTS,
    RAN_DRY,
    ROUNDS,
    SCORES,
    SHARES,
    SQUARES,
    STARTER,
    WINNER,
    WINS,
)

_COLUMN = {"winner": WINNER, "starter": STARTER, "length": LENGTH, "dry": RAN_DRY, "points": SCORES}


class Results(Struct, frozen=True, eq=False):
    """Sums over all rounds, by seat where that applies. ``each`` holds the single rounds, if the caller asked for them:
    see ``column``."""

    rounds: int
    moves: int
    """All moves, including ``end``."""
    ends: int
    """How many of them were ``end``."""
    dry: int
    """In how many rounds the stock ran out."""
    wins: tuple[int, ...]
    """Rounds won, alone or with others."""
    sixtieths: tuple[int, ...]
    """The same in sixtieths of a win, with shared wins divided."""
    points: tuple[int, ...]
    squares: tuple[int, ...]
    """The sums of the squared points."""
    each: Words = []

    @property
    def shares(self) -> tuple[float, ...]:
        """The share of the rounds that each seat won. A shared win counts in part."""
        return tuple(won / 60 / self.rounds for won in self.sixtieths)

    @property
    def means(self) -> tuple[float, ...]:
        """The average points of each seat in a round."""
        return tuple(points / self.rounds for points in self.points)

    @property
    def length(self) -> float:
        """The average number of moves in a round, without ``end``."""
        return (self.moves - self.ends) / self.rounds

    def column(self, name: str, seat: int = 0) -> Sequence[int]:
        """One fact of every round, in order: ``winner`` (−1 if several share the win), ``starter``, ``length`` (without
        ``end``), ``dry`` or, for a seat, ``points``. With numba this is a numpy array."""
        return self.each[_COLUMN[name] + seat :: COLUMNS]


def sum_results(seats: int, counts: Iterable[Sequence[int]], which: int = 0, each: Words | None = None) -> Results:
    """The results from the counts of all parts. ``which`` selects one of several results in each part."""
    at = COUNTS * which
    total = [sum(int(part[at + place]) for part in counts) for place in range(COUNTS)]
    return Results(
        rounds=total[ROUNDS],
        moves=total[MOVES],
        ends=total[ENDS],
        dry=total[DRIES],
        wins=tuple(total[WINS : WINS + seats]),
        sixtieths=tuple(total[SHARES : SHARES + seats]),
        points=tuple(total[POINTS : POINTS + seats]),
        squares=tuple(total[SQUARES : SQUARES + seats]),
        each=[] if each is None else each,
    )
