"""The players: bots by their names, and programs by their commands (``cmd:./mybot --deep``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import PurePath

from reihum.arena.external_bot import ExternalBot, blame
from reihum.arena.programs import borrow_program
from reihum.bots import Bot, seat_bots
from reihum.cards import Randomness
from reihum.engine import Game, Outcome
from reihum.errors import BadOption

PROGRAM_PREFIX = "cmd:"
PATIENCE_SECONDS = 10.0
"""How long a program may take for an answer, unless the caller says otherwise."""

STAND_IN = "random"
"""A bot that plays every game. It holds a seat until the real player takes it."""


def check_bot(game: Game, name: str) -> None:
    """Refuse an unknown name. Whether a program can be started shows only when it is started."""
    known = game.facts.levels
    if name not in known and not is_program(name):
        raise BadOption("bot", game=game.id, expected=", ".join([*known, f"{PROGRAM_PREFIX}…"]), got=name)


def is_program(name: str) -> bool:
    """Whether a name is the command of a program."""
    return (
        name.startswith(PROGRAM_PREFIX) and not name.removeprefix(PROGRAM_PREFIX).isspace() and name != PROGRAM_PREFIX
    )


def labels(names: Sequence[str]) -> dict[str, str]:
    """Names for a table of results: bots by their names, programs by their files, if these differ.

    >>> labels(["expert", "cmd:node bots/mine.js deep"])
    {'expert': 'expert', 'cmd:node bots/mine.js deep': 'mine.js'}
    >>> labels(["cmd:old/bot", "cmd:new/bot"])
    {'cmd:old/bot': 'cmd:old/bot', 'cmd:new/bot': 'cmd:new/bot'}
    """
    files = {name: _file_name(name) if is_program(name) else name for name in names}
    return files if len(set(files.values())) == len(files) else {name: name for name in names}


def _file_name(name: str) -> str:
    """The last word of a command that looks like a file, without its folder. Otherwise the first word."""
    words = name.removeprefix(PROGRAM_PREFIX).split()
    files = [word for word in words if not word.startswith("-") and {*word} & {*"./"}]
    return PurePath((files or words[:1])[-1]).name


@contextmanager
def seat_players(
    game: Game, names: Sequence[str], seed: bytes, patience: float = PATIENCE_SECONDS
) -> Iterator[list[Bot]]:
    """A bot for every seat, for one round. Each has its own randomness."""
    bots = seat_bots(game, [STAND_IN if is_program(name) else name for name in names], seed)
    with ExitStack() as stack:
        for seat, name in enumerate(names):
            if is_program(name):
                with blame(seat):
                    program = stack.enter_context(borrow_program(name.removeprefix(PROGRAM_PREFIX), patience))
                bots[seat] = ExternalBot(game, seat, Randomness(seed, f"bot {seat}"), program, patience)
        yield bots


def tell_outcome(bots: Sequence[Bot], outcome: Outcome) -> None:
    """Tell the programs among the bots how a round has ended."""
    for bot in bots:
        if isinstance(bot, ExternalBot):
            bot.end(outcome)
