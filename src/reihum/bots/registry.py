"""Bots by name: the levels of ``levels``, and simple ones by their ideas. ``sensible`` plays each game as a reasonable
eight-year-old does."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from reihum.bots.bot import Bot
from reihum.bots.earlier import EarlierBot
from reihum.bots.experts.farben_sammeln import LongWatcherBot, WatcherBot
from reihum.bots.experts.hoechste_karte import ForesightBot
from reihum.bots.experts.mogeln import ScepticBot
from reihum.bots.experts.quartett import ListenerBot
from reihum.bots.experts.ratefix import LongReckonerBot, ReckonerBot
from reihum.bots.experts.was_liegt_wo import ElephantBot
from reihum.bots.levels import LEVELS, Maker, at_level, expert, master, solid
from reihum.bots.simple.anywhere import AttentiveBot
from reihum.bots.simple.farben_sammeln import ColourBot
from reihum.bots.simple.hoechste_karte import SaverBot
from reihum.bots.simple.master import BuilderBot
from reihum.bots.simple.mogeln import DoubtingBot
from reihum.bots.simple.quartett import RememberingBot
from reihum.bots.simple.random import RandomBot
from reihum.bots.simple.ratefix import AdderBot
from reihum.bots.simple.rows import EagerBot, HolderBot
from reihum.bots.simple.schlafmuetze import CollectorBot
from reihum.bots.simple.schnipp_schnapp import WatchfulBot
from reihum.bots.simple.schwarzer_peter import LuckyBot
from reihum.bots.simple.was_liegt_wo import MemoryBot
from reihum.bots.simple.zweikampf import TurnBot
from reihum.cards import Randomness
from reihum.engine import Facts, Game
from reihum.errors import BadOption

SENSIBLE: dict[str, type[Bot]] = {
    "rows": HolderBot,
    "master": BuilderBot,
    "anywhere": AttentiveBot,
    "mogeln": DoubtingBot,
    "ratefix": AdderBot,
    "schlafmuetze": CollectorBot,
    "zweikampf": TurnBot,
    "farben_sammeln": ColourBot,
    "schnipp_schnapp": WatchfulBot,
    "quartett": RememberingBot,
    "schwarzer_peter": LuckyBot,
    "was_liegt_wo": MemoryBot,
    "hoechste_karte": SaverBot,
}
"""The sensible bot of each game, by the name of its texts."""


SEARCHED = {"rows", "master"}
"""Where the simulator plays, so that search and tuned weights make levels …"""
EXPERTS: dict[str, tuple[type[Bot], type[Bot]]] = {
    "ratefix": (ReckonerBot, LongReckonerBot),
    "mogeln": (ScepticBot, ScepticBot),
    "farben_sammeln": (WatcherBot, LongWatcherBot),
    "quartett": (ListenerBot, ListenerBot),
    "was_liegt_wo": (ElephantBot, ElephantBot),
    "hoechste_karte": (ForesightBot, ForesightBot),
}
"""… where ``expert`` and ``master`` think harder by other means …"""
LUCK = {"zweikampf", "schwarzer_peter"}
"""… and where nothing is to be decided, so that all levels are the same."""


def bots_for(facts: Facts) -> dict[str, Maker]:
    """The bots that can play a game, by name, the weakest first."""
    if facts.texts not in SENSIBLE:
        return {"random": RandomBot}
    levels = levels_for(facts)
    simple: dict[str, Maker] = {"eager": EagerBot, "holder": HolderBot} if facts.family == "rows" else {}
    return {
        "random": RandomBot,
        "beginner": levels.pop("beginner"),
        **simple,
        "sensible": _sensible(facts),
        **levels,
    }


def levels_for(facts: Facts) -> dict[str, Maker]:
    """The levels of a game, the weakest first. Search, weights and experts know the newest rules only: at a table
    with earlier ones every level plays as the sensible bot does."""
    sensible = _sensible(facts)
    if facts.superseded_by:
        return {level: at_level(level, sensible) for level in LEVELS}
    if facts.texts in LUCK:
        return dict.fromkeys(LEVELS, sensible)
    if facts.texts in SEARCHED:
        return {"beginner": at_level("beginner", EagerBot), "solid": solid, "expert": expert, "master": master}
    thinking = EXPERTS.get(facts.texts, (sensible, sensible))
    bases = dict(zip(LEVELS, (sensible, sensible, *thinking), strict=True))
    return {level: at_level(level, base) for level, base in bases.items()}


def _sensible(facts: Facts) -> Maker:
    """The sensible bot of a game."""
    sensible = SENSIBLE[facts.texts]
    return partial(EarlierBot, base=sensible) if facts.superseded_by else sensible


def seat_bots(game: Game, names: Sequence[str], seed: bytes) -> list[Bot]:
    """A bot for every seat, by name; each has its own randomness."""
    known = bots_for(game.facts)
    bots: list[Bot] = []
    for seat, name in enumerate(names):
        if name not in known:
            raise BadOption("bot", game=game.id, expected=", ".join(known), got=name)
        bots.append(known[name](game, seat, Randomness(seed, f"bot {seat}")))
    return bots
