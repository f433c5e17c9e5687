"""What a contest has shown: who wins how often against whom, by how many points, and how sure that is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import permutations
from statistics import fmean
from typing import Any

from msgspec import Struct

from reihum.arena.contest import Contest, Deal
from reihum.arena.intervals import Estimate, average, mean
from reihum.arena.ratings import PARTS, Tally, count, ratings
from reihum.arena.rounds import Played
from reihum.arena.seatings import Table, alone
from reihum.games import GAMES


class Standing(Struct, frozen=True):
    """What a bot achieved against others of one kind; without one, against everybody at a mixed table. Each deal
    counts once."""

    bot: str
    against: str
    fair: float
    """What it would win if all were equal."""
    wins: Estimate
    ahead: Estimate | None
    """By how many points it was better than the others; none if no round was finished."""
    rounds: int
    forfeits: int


class Rating(Struct, frozen=True):
    """One number for a bot: see ``reihum.arena.ratings``."""

    bot: str
    rating: Estimate


class Standings(Struct, frozen=True):
    """All that a contest has shown."""

    game: str
    seats: int
    options: dict[str, Any]
    seed: str
    mixed: bool
    deals: int
    rounds: int
    moves: float
    """The moves of a round, on average."""
    standings: tuple[Standing, ...]
    ratings: tuple[Rating, ...]
    """The best first."""


def standings(settings: Contest, deals: Sequence[Deal]) -> Standings:
    """The figures."""
    rounds = [played for deal in deals for played in deal if played.forfeit is None]
    return Standings(
        game=settings.game,
        seats=settings.seats,
        options=settings.options,
        seed=settings.seed,
        mixed=settings.mixed,
        deals=len(deals),
        rounds=sum(map(len, deals)),
        moves=fmean(played.moves for played in rounds) if rounds else 0.0,
        standings=tuple(_standing(settings, deals, *pair) for pair in _pairs(settings)),
        ratings=tuple(_rated(settings, deals)),
    )


def _pairs(settings: Contest) -> Iterator[tuple[str, str]]:
    if settings.mixed:
        yield from ((bot, "") for bot in settings.bots)
    else:
        yield from permutations(settings.bots, 2)


def _standing(settings: Contest, deals: Sequence[Deal], bot: str, against: str) -> Standing:
    tables = alone(bot, against, settings.seats) if against else settings.tables
    places = [settings.tables.index(table) for table in tables]
    own = [[(settings.tables[place], deal[place]) for place in places] for deal in deals]
    ahead = [fmean(found) for deal in own if (found := list(_leads(settings, bot, deal)))]
    return Standing(
        bot=bot,
        against=against,
        fair=tables[0].count(bot) / settings.seats,
        wins=Estimate(*mean([fmean(_won(table, played)[bot] for table, played in deal) for deal in own])),
        ahead=Estimate(*average(ahead)) if ahead else None,
        rounds=len(deals) * len(tables),
        forfeits=sum(_forfeited(table, played) == bot for deal in own for table, played in deal),
    )


def _won(table: Table, played: Played) -> dict[str, float]:
    """What each bot has won of a round."""
    won: dict[str, float] = defaultdict(float)
    for seat, bot in enumerate(table):
        won[bot] += played.share(seat)
    return won


def _leads(settings: Contest, bot: str, deal: Sequence[tuple[Table, Played]]) -> Iterator[float]:
    """By how many points a bot was better than the others, round by round; forfeits have no points."""
    better = -1 if GAMES[settings.game].lowest_wins else 1
    for table, played in deal:
        if played.forfeit is None:
            own = [points for name, points in zip(table, played.points, strict=True) if name == bot]
            others = [points for name, points in zip(table, played.points, strict=True) if name != bot]
            yield better * (fmean(own) - fmean(others))


def _forfeited(table: Table, played: Played) -> str | None:
    return None if played.forfeit is None else table[played.forfeit.seat]


def _rated(settings: Contest, deals: Sequence[Deal]) -> list[Rating]:
    parts: list[Tally] = [{} for _ in range(min(PARTS, len(deals)))]
    for number, deal in enumerate(deals):
        for table, played in zip(settings.tables, deal, strict=True):
            count(parts[number % len(parts)], table, _won(table, played))
    found = ratings(parts)
    return sorted((Rating(*pair) for pair in found.items()), key=lambda each: -each.rating.value)
