"""A contest: what is played by whom, and all its deals in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any

from msgspec import Struct

from reihum.arena.compiled_rounds import play_compiled, uses_kernels
from reihum.arena.errors import ArenaError
from reihum.arena.players import PATIENCE_SECONDS, check_bot
from reihum.arena.programs import borrow_program
from reihum.arena.rounds import RoundResult, Setting, play_deal
from reihum.arena.seatings import Seating, duel_seatings, mixed_seatings, solo_seatings
from reihum.arena.workers import installed_version, run_pieces
from reihum.bots.registry import PROGRAM_PREFIX, Player, is_program, refer_to
from reihum.cards import Seed, as_seed
from reihum.engine import Game

Deal = tuple[RoundResult, ...]
"""The results of a deal at every table of a contest."""


class Contest(Struct, frozen=True, kw_only=True):
    """Everything that decides the results. The same settings play every deal the same way."""

    version: str
    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    bots: tuple[str, ...]
    seed: str
    mixed: bool = False
    """All bots sit at one table. Otherwise each plays alone against others of one kind."""
    solo: bool = False
    """Only the first bot plays alone against others, who are of the second kind."""
    forfeit: bool = False
    """A program's fault costs it the round. Otherwise it stops everything."""
    patience: float = PATIENCE_SECONDS

    @property
    def tables(self) -> list[Seating]:
        """The seatings with which each deal is played."""
        if self.solo:
            return solo_seatings(self.bots[0], self.bots[1], self.seats)
        return (mixed_seatings if self.mixed else duel_seatings)(self.bots, self.seats)

    @property
    def setting(self) -> Setting:
        """What a table needs to know."""
        return Setting(self.game, self.seats, self.options, as_seed(self.seed), self.patience)


def contest(
    game: Game,
    bots: Sequence[Player],
    seed: Seed,
    *,
    mixed: bool = False,
    solo: bool = False,
    forfeit: bool = False,
    patience: float = PATIENCE_SECONDS,
) -> Contest:
    """A contest between bots that can play the game: names, classes, or functions that make a bot.

    ``mixed`` seats all bots at one table, ``solo`` lets only the first play alone against the second; otherwise each
    plays alone against others of each kind. With ``forfeit`` a bot's fault costs it the round; otherwise it stops
    everything. A program has ``patience`` seconds for an answer. Raises ``ArenaError`` for too few or too many bots.

    >>> from reihum import game
    >>> from reihum.arena import deals, standings
    >>> settings = contest(game("junior", seats=2), ["sensible", "random"], seed="docs")
    >>> standings(settings, list(deals(settings, range(20))))
    <Standings of junior with 2 seats after 40 rounds: sensible 34, random -34>
    """
    for bot in bots:
        check_bot(game, bot)
    names = tuple(refer_to(bot) for bot in bots)
    if len(set(names)) < max(2, len(names)):
        raise ArenaError("arena.bots", got=", ".join(names))
    if mixed and len(bots) > game.seats:
        raise ArenaError("arena.seats", expected=game.seats, got=len(bots))
    return Contest(
        version=installed_version(),
        game=game.id,
        rules=game.facts.rules_version,
        seats=game.seats,
        options=game.used_options,
        bots=names,
        seed=write_seed(seed),
        mixed=mixed,
        solo=solo,
        forfeit=forfeit,
        patience=patience,
    )


def write_seed(seed: Seed) -> str:
    """A seed as text, for files and reports. Bytes that are not UTF-8 become hexadecimal digits."""
    source = as_seed(seed)
    try:
        return source.decode()
    except UnicodeDecodeError:
        return source.hex()


def deals(
    settings: Contest, numbers: range, *, jobs: int = 1, on: str = "", tick: Callable[[], None] = lambda: None
) -> Iterator[Deal]:
    """Play these deals of a contest, in order, each at every table. ``jobs`` is the number of processes, ``on`` the
    address of a Dask scheduler; ``tick`` is called after each round."""
    return play_seatings(
        settings.setting, settings.tables, numbers, jobs=jobs, on=on, forfeit=settings.forfeit, tick=tick
    )


def play_seatings(
    setting: Setting,
    tables: Sequence[Seating],
    numbers: range,
    *,
    jobs: int = 1,
    on: str = "",
    forfeit: bool = False,
    tick: Callable[[], None] = lambda: None,
) -> Iterator[Deal]:
    """Play these deals, each with every seating: on the compiled kernels if these know all players, otherwise on the
    engine. The results are the same."""
    if not on and uses_kernels(setting, tables, len(numbers)):
        for deal in play_compiled(setting, tables, numbers):
            for _ in deal:
                tick()
            yield deal
        return
    if not on:
        _check_programs({bot for table in tables for bot in table}, setting.patience)
    pieces = [(number, table) for number in numbers for table in tables]
    rounds = _check_rounds(run_pieces(partial(_play_piece, setting), pieces, jobs, on), forfeit, tick)
    for _ in numbers:
        yield tuple(islice(rounds, len(tables)))


def _play_piece(setting: Setting, piece: tuple[int, Seating]) -> RoundResult:
    return play_deal(setting, *piece)


def _check_rounds(rounds: Iterator[RoundResult], forfeit: bool, tick: Callable[[], None]) -> Iterator[RoundResult]:
    """The rounds. A fault stops them, unless it counts as a forfeit."""
    for each in rounds:
        if each.forfeit is not None and not forfeit:
            raise each.forfeit.fault
        tick()
        yield each


def _check_programs(bots: Iterable[str], patience: float) -> None:
    """Start every program once: a program that cannot be started is an error, not a loser."""
    for bot in bots:
        if is_program(bot):
            with borrow_program(bot.removeprefix(PROGRAM_PREFIX), patience):
                pass
