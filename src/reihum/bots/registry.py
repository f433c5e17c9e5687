"""The bots of a game by name, made from what its facts declare."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from reihum.bots.bot import Bot
from reihum.bots.earlier import EarlierBot
from reihum.bots.levels import Maker, at_level
from reihum.bots.simple.random import RandomBot
from reihum.cards import Randomness
from reihum.engine import Facts, Game
from reihum.engine.bots import LEVELS
from reihum.engine.references import Reference, load_reference
from reihum.errors import BadOption


def bots_for(facts: Facts) -> dict[str, Maker]:
    """The bots that can play a game, by name, the weakest first."""
    return {name: _maker(facts, name) for name in facts.levels}


def seat_bots(game: Game, names: Sequence[str], seed: bytes) -> list[Bot]:
    """A bot for every seat, by name; each has its own randomness."""
    known = bots_for(game.facts)
    bots: list[Bot] = []
    for seat, name in enumerate(names):
        if name not in known:
            raise BadOption("bot", game=game.id, expected=", ".join(known), got=name)
        bots.append(known[name](game, seat, Randomness(seed, f"bot {seat}")))
    return bots


def _maker(facts: Facts, name: str) -> Maker:
    declared = facts.bots
    if name == "random":
        return RandomBot
    if name in declared.simple:
        return _loaded(declared.simple[name])
    if name not in LEVELS or declared.luck:
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
    bot: Bot = load_reference(reference)(game, seat, randomness)
    return bot
