"""Trials: games to play many times, and what is counted."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import accumulate
from typing import Any

from msgspec import Struct, field

from reihum.arena.intervals import Share, average_counts, wilson
from reihum.arena.rounds import RoundResult
from reihum.arena.seatings import Seating
from reihum.engine import Game

Wins = defaultdict[int, float]
"""A win shared by k players counts 1/k for each."""

_no_wins: Callable[[], Wins] = partial(defaultdict, float)


class Trial(Struct, frozen=True):
    """A number of deals of a game, each played with every seating. If ``bot`` is set, its wins are counted deal by
    deal. The label separates the deals of different trials."""

    game: Game
    tables: tuple[Seating, ...]
    deals: int
    label: str
    bot: str = ""
    other: str = ""
    """The bots that it plays against."""
    rule: tuple[str, Any] | None = None
    """The option and its value, if a house rule is tried."""

    @property
    def rounds(self) -> int:
        """The number of rounds."""
        return self.deals * len(self.tables)


class Sample(Struct):
    """What was counted."""

    rounds: int = 0
    wins: Wins = field(default_factory=_no_wins)
    """By seat."""
    turns: Wins = field(default_factory=_no_wins)
    """By how many seats the winner sits behind the first player."""
    points: Counter[int] = field(default_factory=Counter)
    """Sums of points by seat."""
    lengths: Counter[float] = field(default_factory=Counter)
    """How many rounds had each number of moves, without ``end``."""
    dry: Counter[bool] = field(default_factory=Counter)
    """How often the stock ran out and how often not, in games that have one."""
    reasons: Counter[str] = field(default_factory=Counter)
    """How rounds ended."""
    own: Counter[float] = field(default_factory=Counter)
    """In how many deals the trial's bot won each share of the rounds."""

    def share(self, wins: Mapping[int, float], place: int) -> Share:
        """The share of rounds won at a seat, or from a place in the order of turns."""
        return wilson(wins.get(place, 0.0), self.rounds)

    @property
    def length(self) -> Share:
        """The average number of moves in a round."""
        return average_counts(self.lengths)

    @property
    def ran_dry(self) -> Share | None:
        """How often the stock runs out, if there is one."""
        rounds = self.dry.total()
        return wilson(self.dry[True], rounds) if rounds else None

    @property
    def won(self) -> Share:
        """How often the trial's bot wins."""
        share = average_counts(self.own)
        if share.value in (0, 1):
            return wilson(share.value * self.own.total(), self.own.total())
        return Share(share.value, max(0.0, share.low), min(1.0, share.high))

    def quantile(self, part: float) -> int:
        """The length that this part of the rounds does not exceed."""
        lengths = sorted(self.lengths)
        sums = accumulate(self.lengths[length] for length in lengths)
        return int(next(length for length, total in zip(lengths, sums, strict=True) if total >= part * self.rounds))

    def win(self, seat: int, first: int, seats: int, share: float) -> None:
        """Count a win, or a part of one."""
        self.wins[seat] += share
        self.turns[(seat - first) % seats] += share


def count_sample(trial: Trial, deals: Iterable[Sequence[RoundResult]]) -> Sample:
    """Count the rounds of a trial that the engine has played."""
    found = Sample()
    for deal in deals:
        won = 0.0
        for table, played in zip(trial.tables, deal, strict=True):
            _count_round(found, played)
            won += sum(played.share(seat) for seat, bot in enumerate(table) if bot == trial.bot)
        if trial.bot:
            found.own[won / len(trial.tables)] += 1
    return found


def _count_round(found: Sample, played: RoundResult) -> None:
    found.rounds += 1
    found.lengths[played.moves - played.ends] += 1
    found.reasons[played.reason] += 1
    if played.dry is not None:
        found.dry[played.dry] += 1
    seats = len(played.places)
    for seat in range(seats):
        found.win(seat, played.first, seats, played.share(seat))
        found.points[seat] += played.points[seat]
