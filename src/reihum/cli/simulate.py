"""``reihum simulate``: who wins, how often, how sure that is, and how long games are."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable, Iterator, Mapping
from statistics import fmean, median
from typing import Any

import msgspec
from msgspec import Struct
from rich.text import Text

from reihum.arena.contest import Deal
from reihum.arena.intervals import Share, mean, wilson
from reihum.arena.players import check_bot
from reihum.arena.rounds import Played
from reihum.cards import as_seed
from reihum.cli.play import chosen_game
from reihum.cli.screen import Screen
from reihum.cli.seating import bot_names
from reihum.cli.simulation import Plan, simulate
from reihum.engine import Game


class Wishes(Struct, frozen=True, kw_only=True):
    """What the command line asks for."""

    game: str
    games: int
    options: Mapping[str, Any] = {}
    seats: int | None = None
    bots: str | None = None
    versus: str | None = None
    seed: str | None = None
    jobs: int | None = None
    as_json: bool = False


class SeatResult(Struct, frozen=True):
    """What one seat achieved."""

    bot: str
    wins: float
    share: float
    low: float
    high: float
    points: float


class Versus(Struct, frozen=True):
    """What one bot achieved against another over duplicate deals."""

    bot: str
    against: str
    share: float
    low: float
    high: float
    fair: float


class Result(Struct, frozen=True, omit_defaults=True):
    """All that a simulation found."""

    game: str
    seats: int
    options: dict[str, Any]
    seed: str
    deals: int
    games: int
    moves_mean: float
    moves_median: float
    by_seat: list[SeatResult] = []
    versus: Versus | None = None


def run(screen: Screen, wishes: Wishes) -> None:
    """Simulate and report."""
    game = chosen_game(wishes.game, wishes.seats, wishes.options)
    plan = planned(game, wishes)
    jobs = wishes.jobs or os.cpu_count() or 1
    deals = list(_watched(screen, simulate(plan, jobs), plan.games))
    result = summed_up(game, plan, deals)
    if wishes.as_json:
        print(msgspec.json.format(msgspec.json.encode(result)).decode())
    else:
        report(screen, game, result)


def planned(game: Game, wishes: Wishes) -> Plan:
    """The plan for what is asked."""
    bots = bot_names(game, wishes.bots)
    if wishes.versus is not None:
        check_bot(game, wishes.versus)
    seed = secrets.token_hex(16) if wishes.seed is None else wishes.seed
    return Plan(game.id, game.seats, dict(wishes.options), bots, as_seed(seed), wishes.games, wishes.versus or "")


def _watched(screen: Screen, deals: Iterator[Deal], count: int) -> Iterable[Deal]:
    """The deals, with a bar on the error channel if somebody looks at it."""
    if not screen.errors.is_terminal:
        return deals
    from rich.progress import track

    return track(deals, screen.text("cli.simulate.running"), total=count, console=screen.errors, transient=True)


def summed_up(game: Game, plan: Plan, deals: list[Deal]) -> Result:
    """The figures."""
    games = [played for deal in deals for played in deal]
    by_seat, versus = [], None
    if plan.versus:
        shares = [fmean(played.share(own) for own, played in enumerate(deal)) for deal in deals]
        versus = Versus(plan.bots[0], plan.versus, *mean(shares), fair=1 / game.seats)
    else:
        by_seat = [_seat(seat, plan.bots[seat], games) for seat in range(game.seats)]
    moves = [played.moves for played in games]
    options = {name: value for name, value in game.options.items() if value is not None}
    return Result(
        game=game.id,
        seats=game.seats,
        options=options,
        seed=plan.seed.decode(),
        deals=len(deals),
        games=len(games),
        moves_mean=fmean(moves),
        moves_median=float(median(moves)),
        by_seat=by_seat,
        versus=versus,
    )


def _seat(seat: int, bot: str, games: list[Played]) -> SeatResult:
    wins = sum(played.share(seat) for played in games)
    return SeatResult(bot, wins, *wilson(wins, len(games)), points=fmean(played.points[seat] for played in games))


def report(screen: Screen, game: Game, result: Result) -> None:
    """The figures for people."""
    name = screen.text(f"{game.id}.name")
    screen.say(
        "cli.simulate.title", name=name, seats=game.seats, games=result.games, deals=result.deals, seed=result.seed
    )
    if result.versus is not None:
        found = result.versus
        share = Share(found.share, found.low, found.high)
        screen.say("cli.simulate.versus", bot=found.bot, against=found.against, fair=_percent(screen, found.fair))
        screen.print(Text(screen.text("cli.simulate.won", bot=found.bot, **_interval(screen, share)), style="bold"))
    else:
        screen.print(_by_seat(screen, result))
        screen.say("cli.simulate.shared", style="dim")
    screen.say(
        "cli.simulate.length",
        mean=_number(screen, result.moves_mean),
        median=_number(screen, result.moves_median),
    )


def _by_seat(screen: Screen, result: Result) -> Any:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in ("seat", "bot", "wins", "share", "interval", "points"):
        table.add_column(screen.text(f"cli.simulate.{column}"), justify="left" if column == "bot" else "right")
    for seat, found in enumerate(result.by_seat):
        shown = _interval(screen, Share(found.share, found.low, found.high))
        table.add_row(
            str(seat),
            found.bot,
            _number(screen, found.wins),
            shown["share"],
            f"{shown['low']} – {shown['high']}",
            _number(screen, found.points),
        )
    return table


def _interval(screen: Screen, share: Share) -> dict[str, str]:
    return {
        "share": _percent(screen, share.value),
        "low": _percent(screen, share.low),
        "high": _percent(screen, share.high),
    }


def _percent(screen: Screen, share: float) -> str:
    return screen.text("cli.number.percent", value=_number(screen, 100 * share))


def _number(screen: Screen, value: float) -> str:
    return f"{value:.1f}".replace(".", screen.text("cli.number.point"))
