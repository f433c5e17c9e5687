"""``reihum arena``: a contest between bots over duplicate deals, with intervals and ratings."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

import msgspec

from reihum.arena.benchmarks import SEED, find_benchmark
from reihum.arena.compiled_rounds import uses_kernels
from reihum.arena.contest import Contest, Deal, contest, deals
from reihum.arena.contest_chart import bot_names, describe_opponents, draw_contest
from reihum.arena.errors import ArenaError
from reihum.arena.journal import Journal, read_seed
from reihum.arena.number_format import NumberFormat
from reihum.arena.standings import BotStanding, Standings, standings
from reihum.cli.arguments import ArenaArguments
from reihum.cli.files import write_record
from reihum.cli.game_choice import choose_game
from reihum.cli.screen import Screen

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table


DEFAULT_GAME, DEFAULT_DEALS = "classic", 100


def hold_contest(screen: Screen, arguments: ArenaArguments) -> None:
    """Hold a contest and report it."""
    settings, count = _make_benchmark(arguments) if arguments.benchmark else _make_contest(arguments)
    played, compiled = _play_deals(screen, settings, count, arguments)
    found = standings(settings, played, compiled=compiled)
    if arguments.plot:
        write_record(arguments.plot, draw_contest(found, screen.texts))
    if arguments.as_json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
    else:
        print_standings(screen, found)
        if arguments.plot:
            screen.say("arena.plotted", file=str(arguments.plot), whole=True, style="dim")


def _make_contest(arguments: ArenaArguments) -> tuple[Contest, int]:
    """Make the contest from the arguments, and say how many deals it has. A file to go on from may have the seed."""
    game = choose_game(arguments.game or DEFAULT_GAME, arguments.seats, arguments.options)
    seed = arguments.seed or (arguments.to and read_seed(arguments.to)) or secrets.token_hex(16)
    how = {"mixed": arguments.mixed, "forfeit": arguments.forfeit}
    settings = contest(game, arguments.bots, seed, patience=arguments.patience_seconds, **how)
    return settings, arguments.deals or DEFAULT_DEALS


def _make_benchmark(arguments: ArenaArguments) -> tuple[Contest, int]:
    """Make the contest of a benchmark, and say how many deals it has. Nothing else may change what is played."""
    assert arguments.benchmark
    task = find_benchmark(arguments.benchmark)
    fixed = {
        "--game": arguments.game,
        "--seats": arguments.seats,
        "--seed": arguments.seed,
        "--mixed": arguments.mixed,
        **{f"--{name.replace('_', '-')}": value for name, value in arguments.options.items()},
    }
    for option, value in fixed.items():
        if value:
            raise ArenaError("arena.benchmark-fixed", option=option)
    if len(arguments.bots) != 1:
        raise ArenaError("arena.benchmark-bots", got=", ".join(arguments.bots))
    game = choose_game(task.game, task.seats, {})
    how = {"solo": True, "forfeit": arguments.forfeit}
    settings = contest(game, [*arguments.bots, task.against], SEED, patience=arguments.patience_seconds, **how)
    return settings, arguments.deals or task.deals


def _play_deals(screen: Screen, settings: Contest, count: int, arguments: ArenaArguments) -> tuple[list[Deal], bool]:
    """Take the deals in the file, then play and store the rest. Also returns whether the kernels played them."""
    with ExitStack() as stack:
        journal = stack.enter_context(Journal(arguments.to, settings)) if arguments.to else None
        done = journal.deals[:count] if journal else []
        if journal and done:
            screen.errors.print(screen.text("arena.goes-on", count=len(done), file=str(arguments.to)), soft_wrap=True)
        numbers = range(len(done), count)
        progress = stack.enter_context(show_progress(screen, "arena.running", len(numbers) * len(settings.tables)))
        jobs = arguments.jobs or os.cpu_count() or 1
        compiled = not arguments.on and uses_kernels(settings.setting, settings.tables, len(numbers))
        for deal in deals(settings, numbers, jobs=jobs, on=arguments.on or "", tick=progress.advance):
            done.append(deal)
            if journal:
                journal.add(deal)
        return done, compiled


class ProgressBar:
    """What moves a bar on, and says what is done now. Without a bar it does nothing."""

    def __init__(self, advance: Callable[[int], None], describe: Callable[[str], None]) -> None:
        self._advance = advance
        self.describe = describe

    def advance(self, count: int = 1) -> None:
        """Move the bar on."""
        self._advance(count)


@contextmanager
def show_progress(screen: Screen, key: str, total: int) -> Iterator[ProgressBar]:
    """Show a bar if the error channel is a terminal."""
    if not screen.errors.is_terminal:
        yield ProgressBar(lambda _: None, lambda _: None)
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=screen.errors, transient=True) as bar:
        task = bar.add_task(screen.text(key), total=total)
        yield ProgressBar(lambda count: bar.advance(task, count), lambda text: bar.update(task, description=text))


@contextmanager
def show_time(screen: Screen, key: str, seconds: int) -> Iterator[ProgressBar]:
    """Show a bar that goes by the clock if the error channel is a terminal."""
    if not screen.errors.is_terminal:
        yield ProgressBar(lambda _: None, lambda _: None)
        return
    from rich.progress import BarColumn, Progress, TextColumn

    class ProgressByTime(Progress):
        def get_renderables(self) -> Iterable[RenderableType]:
            """The time that has passed is what is done."""
            for task in self.tasks:
                task.completed = min(task.elapsed or 0.0, seconds)
            return super().get_renderables()

    columns = TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed:.0f}/{task.total:.0f} s")
    with ProgressByTime(*columns, console=screen.errors, transient=True) as bar:
        task = bar.add_task(screen.text(key), total=seconds)
        yield ProgressBar(lambda _: None, lambda text: bar.update(task, description=text))


def print_standings(screen: Screen, found: Standings) -> None:
    """Print the figures for people."""
    numerals = NumberFormat(screen.texts)
    name = screen.text(f"{found.game}.name")
    deals, rounds = numerals.number(found.deals), numerals.number(found.rounds)
    screen.say("arena.title", name=name, seats=found.seats, deals=deals, rounds=rounds, seed=found.seed)
    screen.print(_wins(screen, found), _ratings(screen, found))
    screen.say("arena.mixed" if found.mixed else "arena.duels", style="dim")
    screen.say("arena.how", style="dim", moves=numerals.number(found.moves, 1))
    screen.say("arena.compiled" if found.compiled else "arena.played", style="dim")
    if any(each.forfeits for each in found.standings):
        screen.say("arena.forfeited", style="dim")


def _wins(screen: Screen, found: Standings) -> Table:
    faulty = any(each.forfeits for each in found.standings)
    heads = ["bot", "against", "wins", "interval", "fair", "ahead", "interval"] + (["forfeits"] if faulty else [])
    table = make_table(screen, heads, left=2)
    for each in found.standings:
        cells = _cells(screen, found, each)
        table.add_row(*cells, *([str(each.forfeits)] if faulty else []))
    return table


def _cells(screen: Screen, found: Standings, each: BotStanding) -> list[str]:
    numerals = NumberFormat(screen.texts)
    ahead = ["–", "–"]
    if each.ahead is not None:
        ahead = [numerals.signed(each.ahead.value), numerals.range(each.ahead)]
    return [
        bot_names(found)[each.bot],
        describe_opponents(each, found, screen.texts),
        numerals.percent(each.wins.value),
        numerals.range(each.wins, 100),
        f"({numerals.percent(each.fair, 0)})",
        *ahead,
    ]


def _ratings(screen: Screen, found: Standings) -> Table:
    numerals = NumberFormat(screen.texts)
    table = make_table(screen, ["bot", "rating", "interval"], left=1)
    for each in found.ratings:
        rating = each.rating
        table.add_row(bot_names(found)[each.bot], numerals.signed(rating.value, 0), numerals.range(rating, places=0))
    return table


def make_table(screen: Screen, heads: Sequence[str], left: int, keys: str = "arena") -> Table:
    """Make a table with these columns: ``left`` columns of words, then numbers."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for number, head in enumerate(heads):
        words = number < left
        table.add_column(screen.text(f"{keys}.{head}"), justify="left" if words else "right", no_wrap=not words)
    return table
