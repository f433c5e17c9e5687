"""A contest: what is played by whom, and all its deals in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any

from msgspec import Struct

from reihum.arena.errors import ArenaError
from reihum.arena.players import PATIENCE, PROGRAM, check_bot, is_program
from reihum.arena.programs import borrowed
from reihum.arena.rounds import Played, Setting, play
from reihum.arena.seatings import Table, duels, mixed
from reihum.arena.workers import installed, spread
from reihum.cards import as_seed
from reihum.engine import Game

Deal = tuple[Played, ...]
"""A deal as it was played at every table of a contest."""


class Contest(Struct, frozen=True, kw_only=True):
    """All that decides the results; with the same settings every deal is played the same way."""

    version: str
    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    bots: tuple[str, ...]
    seed: str
    mixed: bool = False
    """All bots at one table, instead of each alone against others of one kind."""
    forfeit: bool = False
    """A program's fault costs it the round, instead of stopping everything."""
    patience: float = PATIENCE

    @property
    def tables(self) -> list[Table]:
        """The tables at which each deal is played."""
        return (mixed if self.mixed else duels)(self.bots, self.seats)

    @property
    def setting(self) -> Setting:
        """What a table needs to know."""
        return Setting(self.game, self.seats, self.options, as_seed(self.seed), self.patience)


def contest(
    game: Game,
    bots: Sequence[str],
    seed: str,
    *,
    mixed: bool = False,
    forfeit: bool = False,
    patience: float = PATIENCE,
) -> Contest:
    """A contest between bots that can play the game."""
    for bot in bots:
        check_bot(game, bot)
    if len(set(bots)) < max(2, len(bots)):
        raise ArenaError("arena.bots", got=", ".join(bots))
    if mixed and len(bots) > game.seats:
        raise ArenaError("arena.seats", expected=game.seats, got=len(bots))
    return Contest(
        version=installed(),
        game=game.id,
        rules=game.facts.rules_version,
        seats=game.seats,
        options={name: value for name, value in game.options.items() if value is not None},
        bots=tuple(bots),
        seed=seed,
        mixed=mixed,
        forfeit=forfeit,
        patience=patience,
    )


def deals(
    settings: Contest, numbers: range, *, jobs: int = 1, on: str = "", tick: Callable[[], None] = lambda: None
) -> Iterator[Deal]:
    """These deals of a contest, in order; ``tick`` is called after each round."""
    return played(settings.setting, settings.tables, numbers, jobs=jobs, on=on, forfeit=settings.forfeit, tick=tick)


def played(
    setting: Setting,
    tables: Sequence[Table],
    numbers: range,
    *,
    jobs: int = 1,
    on: str = "",
    forfeit: bool = False,
    tick: Callable[[], None] = lambda: None,
) -> Iterator[Deal]:
    """These deals, each played at every table."""
    if not on:
        _check_programs({bot for table in tables for bot in table}, setting.patience)
    pieces = [(number, table) for number in numbers for table in tables]
    rounds = _counted(spread(partial(_play, setting), pieces, jobs, on), forfeit, tick)
    for _ in numbers:
        yield tuple(islice(rounds, len(tables)))


def _play(setting: Setting, piece: tuple[int, Table]) -> Played:
    return play(setting, *piece)


def _counted(rounds: Iterator[Played], forfeit: bool, tick: Callable[[], None]) -> Iterator[Played]:
    """The rounds; a fault stops them, unless it counts as a forfeit."""
    for each in rounds:
        if each.forfeit is not None and not forfeit:
            raise each.forfeit.fault
        tick()
        yield each


def _check_programs(bots: Iterable[str], patience: float) -> None:
    """A program that cannot even be started is an error, not a loser."""
    for bot in bots:
        if is_program(bot):
            with borrowed(bot.removeprefix(PROGRAM), patience):
                pass
