"""The players: bots by their names, by their classes in Python (``py:./mybot.py:Mine``), and programs by their commands
(``cmd:./mybot --deep``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import PurePath

from reihum.arena.external_bot import ExternalBot, blame
from reihum.arena.programs import borrow_program
from reihum.bots import Bot, seat_bots
from reihum.bots.registry import PROGRAM_PREFIX, PYTHON_PREFIX, Player, is_program, load_python
from reihum.cards import Randomness, Seed, as_seed
from reihum.engine import Game, Outcome
from reihum.errors import BadOption

PATIENCE_SECONDS = 10.0
"""How long a program may take for an answer, unless the caller says otherwise."""

STAND_IN = "random"
"""A bot that plays every game. It holds a seat until the real player takes it."""


def check_bot(game: Game, player: Player) -> None:
    """Refuse an unknown name, and a class that cannot be loaded. Whether a program can be started shows only when it is
    started."""
    known = game.facts.levels
    if not isinstance(player, str) or player in known or is_program(player):
        return
    if not player.startswith(PYTHON_PREFIX):
        expected = ", ".join([*known, f"{PYTHON_PREFIX}…", f"{PROGRAM_PREFIX}…"])
        raise BadOption("bot", game=game.id, expected=expected, got=player)
    load_python(player)


def labels(names: Sequence[str]) -> dict[str, str]:
    """Names for a table of results: bots by their names, classes by theirs, programs by their files, if these differ.

    >>> labels(["expert", "cmd:node bots/mine.js deep", "py:./mybot.py:Mine"])
    {'expert': 'expert', 'cmd:node bots/mine.js deep': 'mine.js', 'py:./mybot.py:Mine': 'Mine'}
    >>> labels(["cmd:old/bot", "cmd:new/bot"])
    {'cmd:old/bot': 'cmd:old/bot', 'cmd:new/bot': 'cmd:new/bot'}
    """
    files = {name: _short_name(name) for name in names}
    return files if len(set(files.values())) == len(files) else {name: name for name in names}


def _short_name(name: str) -> str:
    """The name of a class. Of a command, the last word that looks like a file, without its folder, otherwise the first
    word."""
    if not is_program(name):
        return name.rpartition(":")[2] if name.startswith(PYTHON_PREFIX) else name
    words = name.removeprefix(PROGRAM_PREFIX).split()
    files = [word for word in words if not word.startswith("-") and {*word} & {*"./"}]
    return PurePath((files or words[:1])[-1]).name


@contextmanager
def seat_players(
    game: Game, players: Sequence[Player], seed: Seed, patience: float = PATIENCE_SECONDS
) -> Iterator[list[Bot]]:
    """A bot for every seat, for one round. Each has its own randomness."""
    programs = {seat: name for seat, name in enumerate(players) if isinstance(name, str) and is_program(name)}
    others = [STAND_IN if seat in programs else player for seat, player in enumerate(players)]
    bots = seat_bots(game, others, seed)
    with ExitStack() as stack:
        for seat, name in programs.items():
            with blame(seat):
                program = stack.enter_context(borrow_program(name.removeprefix(PROGRAM_PREFIX), patience))
            bots[seat] = ExternalBot(game, seat, Randomness(as_seed(seed), f"bot {seat}"), program, patience)
        yield bots


def tell_outcome(bots: Sequence[Bot], outcome: Outcome) -> None:
    """Tell the programs among the bots how a round has ended."""
    for bot in bots:
        if isinstance(bot, ExternalBot):
            bot.end(outcome)
