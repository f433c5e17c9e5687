"""Who plays: bots by their names, and programs by their commands (``cmd:./mybot --deep``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import PurePath

from reihum.arena.external_bot import ExternalBot, blamed
from reihum.arena.programs import borrowed
from reihum.bots import Bot, seat_bots
from reihum.cards import Randomness
from reihum.engine import Game, Outcome
from reihum.errors import BadOption

PROGRAM = "cmd:"
PATIENCE = 10.0
"""Seconds that a program gets for an answer, unless a caller says otherwise."""

STAND_IN = "random"
"""Plays every game, and sits where somebody else is going to."""


def check_bot(game: Game, name: str) -> None:
    """Refuse a name that nobody has; whether a program can be started is seen when it is."""
    known = game.facts.levels
    if name not in known and not is_program(name):
        raise BadOption("bot", game=game.id, expected=", ".join([*known, f"{PROGRAM}…"]), got=name)


def is_program(name: str) -> bool:
    """Whether a name is the command of a program."""
    return name.startswith(PROGRAM) and not name.removeprefix(PROGRAM).isspace() and name != PROGRAM


def labels(names: Sequence[str]) -> dict[str, str]:
    """What to call players in a table: bots by their names, programs by their files, where that is clear.

    >>> labels(["expert", "cmd:node bots/mine.js deep"])
    {'expert': 'expert', 'cmd:node bots/mine.js deep': 'mine.js'}
    >>> labels(["cmd:old/bot", "cmd:new/bot"])
    {'cmd:old/bot': 'cmd:old/bot', 'cmd:new/bot': 'cmd:new/bot'}
    """
    files = {name: _file(name) if is_program(name) else name for name in names}
    return files if len(set(files.values())) == len(files) else {name: name for name in names}


def _file(name: str) -> str:
    """The last word of a command that looks like a file, without its folder; else the first word."""
    words = name.removeprefix(PROGRAM).split()
    files = [word for word in words if not word.startswith("-") and {*word} & {*"./"}]
    return PurePath((files or words[:1])[-1]).name


@contextmanager
def seated(game: Game, names: Sequence[str], seed: bytes, patience: float = PATIENCE) -> Iterator[list[Bot]]:
    """A bot for every seat, for one round; each has its own randomness."""
    bots = seat_bots(game, [STAND_IN if is_program(name) else name for name in names], seed)
    with ExitStack() as stack:
        for seat, name in enumerate(names):
            if is_program(name):
                with blamed(seat):
                    program = stack.enter_context(borrowed(name.removeprefix(PROGRAM), patience))
                bots[seat] = ExternalBot(game, seat, Randomness(seed, f"bot {seat}"), program, patience)
        yield bots


def finish(bots: Sequence[Bot], outcome: Outcome) -> None:
    """Tell the programs among the bots how a round has ended."""
    for bot in bots:
        if isinstance(bot, ExternalBot):
            bot.end(outcome)
