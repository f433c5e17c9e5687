"""``reihum bot``: a bot answers lines as a program does, or plays at a table on a server."""

from __future__ import annotations

import asyncio
import sys
from contextlib import ExitStack

from reihum.arena.external_bot import ExternalBot
from reihum.arena.line_server import serve_lines
from reihum.arena.players import PATIENCE_SECONDS, labels
from reihum.arena.programs import borrow_program
from reihum.bots import Bot, find_maker
from reihum.bots.levels import Maker
from reihum.bots.registry import PROGRAM_PREFIX, PYTHON_PREFIX, Player, is_program, load_python, name_player
from reihum.cards import Randomness
from reihum.cli.arguments import BotArguments
from reihum.cli.screen import Screen
from reihum.engine import Game


def run_bot(_: Screen, arguments: BotArguments) -> None:
    """Serve the bot that the command names."""
    serve_bot(arguments.bot, arguments.link or "", arguments.name or "")


def serve_bot(player: Player, link: str = "", name: str = "") -> None:
    """Let any bot play where it is asked: over the line protocol on standard input and output or, with a link, at a
    table on a server until the match is over. ``player`` is a name, a class, or a function that makes a bot."""
    label = name or (labels([player])[player] if isinstance(player, str) else name_player(player))
    with ExitStack() as stack:  # what cannot be loaded or started is refused at once
        make = _make_program(player, stack) if isinstance(player, str) and is_program(player) else _make_bot(player)
        if not link:
            serve_lines(make, sys.stdin, lambda line: print(line, flush=True), label)
    if link:
        asyncio.run(play_at_table(link, label, player))


def _make_bot(player: Player) -> Maker:
    """What makes the bot. A class is loaded at once; whether a game has a bot of that name shows with the game."""
    if isinstance(player, str) and player.startswith(PYTHON_PREFIX):
        return load_python(player)
    return lambda game, seat, randomness: find_maker(game.facts, player)(game, seat, randomness)


def _make_program(player: str, stack: ExitStack) -> Maker:
    program = stack.enter_context(borrow_program(player.removeprefix(PROGRAM_PREFIX), PATIENCE_SECONDS))

    def make(game: Game, seat: int, randomness: Randomness) -> Bot:
        return ExternalBot(game, seat, randomness, program, PATIENCE_SECONDS)

    return make


async def play_at_table(link: str, name: str, player: Player) -> None:
    """Join a table, take a free seat, and play until the match is over."""
    from reihum.client import Client, play  # only this needs the libraries of the extra

    async with Client(link, name) as table:
        await play(table, player)
