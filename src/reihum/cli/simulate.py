"""``reihum simulate``: who wins, how often, how certain that is, and how long games take."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable, Iterator
from statistics import fmean, median
from typing import Any

import msgspec
from msgspec import Struct
from rich.text import Text

from reihum.arena.compiled_rounds import uses_kernels
from reihum.arena.contest import Deal, play_seatings
from reihum.arena.intervals import Share, mean, wilson
from reihum.arena.players import check_bot, labels
from reihum.arena.rounds import RoundResult, Setting
from reihum.arena.seatings import Seating, solo_seatings
from reihum.cards import as_seed
from reihum.cli.arguments import SimulateArguments
from reihum.cli.game_choice import choose_game
from reihum.cli.players import choose_bots
from reihum.cli.screen import Screen
from reihum.engine import Game


class SimulationPlan(Struct, frozen=True):
    """What to simulate. With ``versus``, every deal is played once for every seat of the bot under test."""

    game: str
    seats: int
    options: dict[str, Any]
    bots: Seating
    seed: bytes
    games: int
    versus: str = ""
    first: int = 0
    """The number of the first deal, from 0."""

    @property
    def setting(self) -> Setting:
        """What a table needs to know."""
        return Setting(self.game, self.seats, self.options, self.seed)

    def tables(self) -> list[Seating]:
        """The bots by seat, once for each time a deal is played."""
        return solo_seatings(self.bots[0], self.versus, self.seats) if self.versus else [self.bots]


def play_deals(plan: SimulationPlan, jobs: int) -> Iterator[Deal]:
    """Play every deal of a plan, in order. Each has its own seed, so the number of processes does not matter."""
    return play_seatings(plan.setting, plan.tables(), range(plan.first, plan.first + plan.games), jobs=jobs)


class SeatResult(Struct, frozen=True):
    """The result of one seat."""

    bot: str
    wins: float
    share: float
    low: float
    high: float
    points: float


class VersusResult(Struct, frozen=True):
    """The result of one bot against another over duplicate deals."""

    bot: str
    against: str
    share: float
    low: float
    high: float
    fair: float


class SimulationResult(Struct, frozen=True, omit_defaults=True):
    """All figures of a simulation; as JSON, a list by seat begins with seat 0."""

    game: str
    seats: int
    options: dict[str, Any]
    seed: str
    deals: int
    games: int
    moves_mean: float
    moves_median: float
    by_seat: list[SeatResult] = []
    versus: VersusResult | None = None
    compiled: bool = False
    """Whether the compiled kernels played it. The results do not depend on that."""


def simulate_games(screen: Screen, arguments: SimulateArguments) -> None:
    """Simulate and report."""
    game = choose_game(arguments.game, arguments.seats, arguments.options)
    plan = make_plan(game, arguments)
    jobs = arguments.jobs or os.cpu_count() or 1
    deals = list(_with_progress(screen, play_deals(plan, jobs), plan.games))
    result = sum_up(game, plan, deals)
    if arguments.as_json:
        print(msgspec.json.format(msgspec.json.encode(result)).decode())
    else:
        print_result(screen, game, result)


def make_plan(game: Game, arguments: SimulateArguments) -> SimulationPlan:
    """Turn the arguments into a plan."""
    bots = choose_bots(game, arguments.bots)
    if arguments.versus is not None:
        check_bot(game, arguments.versus)
    seed = secrets.token_hex(16) if arguments.seed is None else arguments.seed
    return SimulationPlan(
        game=game.id,
        seats=game.seats,
        options=dict(arguments.options),
        bots=bots,
        seed=as_seed(seed),
        games=arguments.games,
        versus=arguments.versus or "",
        first=arguments.start - 1,
    )


def _with_progress(screen: Screen, deals: Iterator[Deal], count: int) -> Iterable[Deal]:
    """The deals, with a bar on the error channel if it is a terminal."""
    if not screen.errors.is_terminal:
        return deals
    from rich.progress import track

    return track(deals, screen.text("cli.simulate.running"), total=count, console=screen.errors, transient=True)


def sum_up(game: Game, plan: SimulationPlan, deals: list[Deal]) -> SimulationResult:
    """Compute the figures."""
    games = [played for deal in deals for played in deal]
    by_seat, versus = [], None
    if plan.versus:
        shares = [fmean(played.share(own) for own, played in enumerate(deal)) for deal in deals]
        versus = VersusResult(plan.bots[0], plan.versus, *mean(shares), fair=1 / game.seats)
    else:
        by_seat = [_seat(seat, plan.bots[seat], games) for seat in range(game.seats)]
    moves = [played.moves for played in games]
    return SimulationResult(
        game=game.id,
        seats=game.seats,
        options=game.used_options,
        seed=plan.seed.decode(),
        deals=len(deals),
        games=len(games),
        moves_mean=fmean(moves),
        moves_median=float(median(moves)),
        by_seat=by_seat,
        versus=versus,
        compiled=uses_kernels(plan.setting, plan.tables(), plan.games),
    )


def _seat(seat: int, bot: str, games: list[RoundResult]) -> SeatResult:
    wins = sum(played.share(seat) for played in games)
    return SeatResult(bot, wins, *wilson(wins, len(games)), points=fmean(played.points[seat] for played in games))


def print_result(screen: Screen, game: Game, result: SimulationResult) -> None:
    """Print the figures for people."""
    name = screen.text(f"{game.id}.name")
    screen.say(
        "cli.simulate.title", name=name, seats=game.seats, games=result.games, deals=result.deals, seed=result.seed
    )
    if result.versus is not None:
        found = result.versus
        share, names = Share(found.share, found.low, found.high), labels([found.bot, found.against])
        bot, against = names[found.bot], names[found.against]
        screen.say("cli.simulate.versus", bot=bot, against=against, fair=_percent(screen, found.fair))
        screen.print(Text(screen.text("cli.simulate.won", bot=bot, **_interval(screen, share)), style="bold"))
    else:
        screen.print(_by_seat(screen, result))
        screen.say("cli.simulate.shared", style="dim")
    screen.say(
        "cli.simulate.length",
        mean=_number(screen, result.moves_mean),
        median=_number(screen, result.moves_median),
    )
    screen.say("arena.compiled" if result.compiled else "arena.played", style="dim")


def _by_seat(screen: Screen, result: SimulationResult) -> Any:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in ("seat", "bot", "wins", "share", "interval", "points"):
        table.add_column(screen.text(f"cli.simulate.{column}"), justify="left" if column == "bot" else "right")
    names = labels([found.bot for found in result.by_seat])
    for number, found in enumerate(result.by_seat, 1):
        shown = _interval(screen, Share(found.share, found.low, found.high))
        table.add_row(
            str(number),
            names[found.bot],
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
