"""The results of a contest: who wins how often against whom, by how many points, and how certain that is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import permutations
from statistics import fmean
from typing import Any

from msgspec import Struct

from reihum.arena.contest import Contest, Deal
from reihum.arena.intervals import Estimate, average, mean
from reihum.arena.ratings import PARTS, Tally, count_win, rate
from reihum.arena.rounds import RoundResult
from reihum.arena.seatings import Seating, solo_seatings
from reihum.games import GAMES


class BotStanding(Struct, frozen=True):
    """A bot's results against others of one kind. Without one, against everybody at a mixed table. Each deal counts
    once."""

    bot: str
    against: str
    fair: float
    """What it would win if all were equal."""
    wins: Estimate
    ahead: Estimate | None
    """By how many points it was better than the others. None if no round was finished."""
    rounds: int
    forfeits: int


class Rating(Struct, frozen=True):
    """One number for a bot: see ``reihum.arena.ratings``."""

    bot: str
    rating: Estimate


class Standings(Struct, frozen=True):
    """The results of a contest."""

    game: str
    seats: int
    options: dict[str, Any]
    seed: str
    mixed: bool
    deals: int
    rounds: int
    moves: float
    """The average number of moves in a round."""
    standings: tuple[BotStanding, ...]
    ratings: tuple[Rating, ...]
    """The best first."""
    compiled: bool = False
    """Whether the compiled kernels played it. The results do not depend on that."""

    def __repr__(self) -> str:
        best = ", ".join(f"{one.bot} {one.rating.value:.0f}" for one in self.ratings)
        return f"<Standings of {self.game} with {self.seats} seats after {self.rounds} rounds: {best}>"

    def __str__(self) -> str:
        lines = [f"{self.game}, {self.seats} seats, {self.deals} deals, {self.rounds} rounds"]
        for one in self.standings:
            against = f" against {one.against}" if one.against else ""
            wins = f"{100 * one.wins.value:.1f} % of the rounds ({100 * one.wins.low:.1f}–{100 * one.wins.high:.1f})"
            lines.append(f"{one.bot}{against}: wins {wins}, fair {100 * one.fair:.0f} %")
        return "\n".join(lines)

    def _repr_svg_(self) -> str:
        """The wins and the ratings as a picture, which notebooks show."""
        from reihum.arena.contest_chart import draw_contest  # late: it draws standings
        from reihum.texts import Texts

        return draw_contest(self, Texts("en"))


def standings(settings: Contest, deals: Sequence[Deal], *, compiled: bool = False) -> Standings:
    """Compute the standings of a contest."""
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
        standings=tuple(_bot_standing(settings, deals, *pair) for pair in _pairs(settings)),
        ratings=tuple(_ratings(settings, deals)),
        compiled=compiled,
    )


def _pairs(settings: Contest) -> Iterator[tuple[str, str]]:
    if settings.mixed:
        yield from ((bot, "") for bot in settings.bots)
    elif settings.solo:
        yield settings.bots[0], settings.bots[1]
    else:
        yield from permutations(settings.bots, 2)


def _bot_standing(settings: Contest, deals: Sequence[Deal], bot: str, against: str) -> BotStanding:
    tables = solo_seatings(bot, against, settings.seats) if against else settings.tables
    places = [settings.tables.index(table) for table in tables]
    own = [[(settings.tables[place], deal[place]) for place in places] for deal in deals]
    ahead = [fmean(found) for deal in own if (found := list(_point_leads(settings, bot, deal)))]
    return BotStanding(
        bot=bot,
        against=against,
        fair=tables[0].count(bot) / settings.seats,
        wins=Estimate(*mean([fmean(_wins(table, played)[bot] for table, played in deal) for deal in own])),
        ahead=Estimate(*average(ahead)) if ahead else None,
        rounds=len(deals) * len(tables),
        forfeits=sum(_forfeiting_bot(table, played) == bot for deal in own for table, played in deal),
    )


def _wins(table: Seating, played: RoundResult) -> dict[str, float]:
    """Each bot's share of the win of a round."""
    won: dict[str, float] = defaultdict(float)
    for seat, bot in enumerate(table):
        won[bot] += played.share(seat)
    return won


def _point_leads(settings: Contest, bot: str, deal: Sequence[tuple[Seating, RoundResult]]) -> Iterator[float]:
    """By how many points a bot was better than the others, round by round. Forfeits have no points."""
    better = -1 if GAMES[settings.game].lowest_wins else 1
    for table, played in deal:
        if played.forfeit is None:
            own = [points for name, points in zip(table, played.points, strict=True) if name == bot]
            others = [points for name, points in zip(table, played.points, strict=True) if name != bot]
            yield better * (fmean(own) - fmean(others))


def _forfeiting_bot(table: Seating, played: RoundResult) -> str | None:
    return None if played.forfeit is None else table[played.forfeit.seat]


def _ratings(settings: Contest, deals: Sequence[Deal]) -> list[Rating]:
    parts: list[Tally] = [{} for _ in range(min(PARTS, len(deals)))]
    for number, deal in enumerate(deals):
        for table, played in zip(settings.tables, deal, strict=True):
            count_win(parts[number % len(parts)], table, _wins(table, played))
    found = rate(parts)
    return sorted((Rating(*pair) for pair in found.items()), key=lambda each: -each.rating.value)
