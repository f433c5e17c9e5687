"""A person's results in numbers, game by game, from the listings of the log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from msgspec import Struct

from reihum.host.lists import charge_nobody, walk_tables
from reihum.store.log import Log
from reihum.tables.listings import Summary, read_summary

MAX_MATCHES = 1_000
"""The number of a person's last matches that are counted."""

MAX_LAST = 20
"""The number of results that are listed one by one."""


class MatchResult(Struct, frozen=True):
    """The place of a person in a match, among all its seats."""

    place: int
    seats: int


class GameStatistics(Struct, frozen=True):
    """A person's results in a game: matches ``played`` and ``won``, the longest ``streak`` of matches won one after
    another, the average ``place``, and the ``last`` results, the newest last."""

    game: str
    played: int
    won: int
    streak: int
    place: float
    last: tuple[MatchResult, ...]


class PersonStatistics(Struct, frozen=True):
    """A person's results by game, the one played most first."""

    games: tuple[GameStatistics, ...]


async def read_statistics(log: Log, person: str, before_batch: Callable[[], None] = charge_nobody) -> PersonStatistics:
    """The results of a person's last finished matches. Those who only watched, or played against nobody but themselves,
    have no result."""
    results: dict[str, list[MatchResult]] = {}
    counted = 0
    async for _, listing in walk_tables(log, person, before_batch=before_batch):
        summary = listing and read_summary(listing, person)
        if not summary or not _has_result(summary):
            continue
        place = min(summary.places[seat] for seat in summary.yours)
        results.setdefault(summary.game, []).append(MatchResult(place, len(summary.seats)))
        counted += 1
        if counted == MAX_MATCHES:
            break
    games = [_count(game, found[::-1]) for game, found in results.items()]
    return PersonStatistics(tuple(sorted(games, key=lambda game: -game.played)))


def _has_result(summary: Summary) -> bool:
    return summary.over and bool(summary.places) and 0 < len(summary.yours) < len(summary.seats)


def _count(game: str, results: Sequence[MatchResult]) -> GameStatistics:
    """The figures of results, the oldest first."""
    runs = [len([*run]) for won, run in groupby(results, key=lambda result: result.place == 1) if won]
    return GameStatistics(
        game=game,
        played=len(results),
        won=sum(runs),
        streak=max(runs, default=0),
        place=round(sum(result.place for result in results) / len(results), 2),
        last=tuple(results[-MAX_LAST:]),
    )
