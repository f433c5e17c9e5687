"""The bots of a game by name, made from what its facts declare."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from typing import TypeAlias

from reihum.bots.bot import Bot
from reihum.bots.earlier import EarlierBot
from reihum.bots.levels import Maker, at_level
from reihum.bots.simple.random import RandomBot
from reihum.cards import Randomness, Seed, as_seed
from reihum.engine import Facts, Game
from reihum.engine.bots import LEVELS, TRAINED, find_bots
from reihum.engine.references import Reference, load_reference
from reihum.errors import BadOption, ReihumError

PYTHON_PREFIX = "py:"
"""A name with this prefix refers to a class or function in Python: ``py:mybots:Mine``, ``py:./mybot.py:Mine``."""

PROGRAM_PREFIX = "cmd:"
"""A name with this prefix is the command of a program that plays: ``cmd:./mybot --deep``."""

PROGRAM_BOT: Reference = "reihum.arena.program_bot:ProgramBot"
"""What makes a bot of a command."""

Player: TypeAlias = str | Maker
"""A bot by its name, or a class or function that makes one."""


def is_program(name: str) -> bool:
    """Whether a name is the command of a program."""
    return (
        name.startswith(PROGRAM_PREFIX) and not name.removeprefix(PROGRAM_PREFIX).isspace() and name != PROGRAM_PREFIX
    )


def bots_for(facts: Facts) -> dict[str, Maker]:
    """The bots that can play a game, by name, the weakest first. Each value makes a bot.

    >>> from reihum import GAMES
    >>> list(bots_for(GAMES["ratefix"]))[0]
    'random'
    """
    return {name: _maker(facts, name) for name in facts.levels}


def find_maker(facts: Facts, player: Player) -> Maker:
    """What makes a bot: by its name among the game's bots, a reference after ``py:``, a command after ``cmd:``, or the
    class itself."""
    if not isinstance(player, str):
        return player
    if player.startswith((PYTHON_PREFIX, PROGRAM_PREFIX)) and player.strip() != PROGRAM_PREFIX:
        return load_maker(player)
    if player not in facts.levels:
        expected = ", ".join([*facts.levels, f"{PYTHON_PREFIX}…", f"{PROGRAM_PREFIX}…"])
        raise BadOption("bot", game=facts.id, expected=expected, got=player)
    return _maker(facts, player)


_referred: dict[str, Maker] = {}
"""Classes and functions of this process, by the names that ``refer_to`` has given them."""


def refer_to(player: Player) -> str:
    """A name for a class or function, by which this process finds it. Other processes find it too if it can be
    imported."""
    if isinstance(player, str):
        return player
    module, name = getattr(player, "__module__", ""), getattr(player, "__qualname__", "")
    if module == "__main__":
        module = getattr(sys.modules[module], "__file__", None) or ""
    reference = f"{PYTHON_PREFIX}{module}:{name}" if module and name.isidentifier() else f"{PYTHON_PREFIX}{player!r}"
    _referred[reference] = player
    return reference


def load_maker(player: str) -> Maker:
    """What makes the bot that a name after ``py:`` or ``cmd:`` means."""
    if player.startswith(PROGRAM_PREFIX):
        return partial(load_reference(PROGRAM_BOT), player.removeprefix(PROGRAM_PREFIX))
    return load_python(player)


def load_python(player: str) -> Maker:
    """The class or function that a name after ``py:`` refers to."""
    if player in _referred:
        return _referred[player]
    reference = player.removeprefix(PYTHON_PREFIX)
    if ":" not in reference:
        raise BadOption("bot-load", bot=player, detail="py:MODULE:NAME, py:FILE.py:NAME")
    if "" not in sys.path:
        sys.path.append("")  # an installed command does not look into the current folder by itself
    try:
        found = load_reference(reference)
    except Exception as error:  # an author's module may raise anything
        raise BadOption("bot-load", bot=player, detail=f"{type(error).__name__}: {error}") from error
    if not callable(found) or (isinstance(found, type) and not issubclass(found, Bot)):
        raise BadOption("bot-load", bot=player, detail=f"{found!r} is not a class of bots (reihum.Bot)")
    maker: Maker = found
    return maker


def seat_bots(game: Game, players: Sequence[Player], seed: Seed) -> list[Bot]:
    """A bot for every seat, from names, classes or functions; each has its own randomness, made from the seed.

    >>> from reihum import game
    >>> classic = game("classic", seats=3)
    >>> bots = seat_bots(classic, ["sensible", "eager", "random"], seed="docs")
    >>> bots[0].choose(classic.deal(seed="docs").view(0))
    'lay R11'
    """
    if len(players) != game.seats:
        raise BadOption("bots-count", game=game.id, expected=game.seats, got=len(players))
    return [seat_bot(game, seat, player, as_seed(seed)) for seat, player in enumerate(players)]


def seat_bot(game: Game, seat: int, player: Player, seed: bytes) -> Bot:
    """The bot for one seat."""
    return make_bot(game, seat, player, Randomness(seed, f"bot {seat}"))


def make_bot(game: Game, seat: int, player: Player, randomness: Randomness) -> Bot:
    """A bot by its name, class or function. Refuses what cannot be made or is not a bot."""
    name, maker = name_player(player), find_maker(game.facts, player)
    try:
        bot = maker(game, seat, randomness)
    except ReihumError:
        raise
    except Exception as error:  # an author's class may raise anything
        raise BadOption("bot-load", bot=name, detail=f"{type(error).__name__}: {error}") from error
    if not isinstance(bot, Bot):
        raise BadOption("bot-load", bot=name, detail=f"{bot!r} is not a bot (reihum.Bot)")
    bot.name = name
    return bot


def name_player(player: Player) -> str:
    """A player in words: its name, or that of the class or function."""
    return player if isinstance(player, str) else str(getattr(player, "__qualname__", repr(player)))


def _maker(facts: Facts, name: str) -> Maker:
    declared = facts.bots
    if name == "random":
        return RandomBot
    if name in declared.simple:
        return _loaded(declared.simple[name])
    if name in (others := find_bots(facts.id)):
        return _loaded(others[name])
    if name not in (*LEVELS, TRAINED) or declared.luck:
        return _sensible(facts)
    return _level(facts, name)


def _level(facts: Facts, level: str) -> Maker:
    """The bot of a level. Bots behind a level know only the newest rules: at a table with earlier ones every level
    plays as the sensible bot does."""
    behind = facts.bots.levels.get(level)
    base = _loaded(behind) if behind and not facts.superseded_by else _sensible(facts)
    slips, reacts = level == "beginner", bool(facts.grammar.calls)
    return at_level(level, base) if slips or reacts else base


def _sensible(facts: Facts) -> Maker:
    sensible = _loaded(facts.bots.sensible)
    return partial(EarlierBot, base=sensible) if facts.superseded_by else sensible


def _loaded(reference: Reference) -> Maker:
    """The maker of a bot. Its module is imported with the first bot: some bring a compiler along."""
    return partial(_make, reference)


def _make(reference: Reference, game: Game, seat: int, randomness: Randomness) -> Bot:
    return load_maker(reference)(game, seat, randomness)
