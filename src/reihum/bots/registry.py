"""Bots by name. ``sensible`` plays each game as a reasonable eight-year-old does."""

from __future__ import annotations

from collections.abc import Sequence

from reihum.bots.anywhere import AttentiveBot
from reihum.bots.bot import Bot
from reihum.bots.farben_sammeln import ColourBot
from reihum.bots.hoechste_karte import SaverBot
from reihum.bots.master import BuilderBot
from reihum.bots.mogeln import DoubtingBot
from reihum.bots.quartett import RememberingBot
from reihum.bots.random import RandomBot
from reihum.bots.ratefix import AdderBot
from reihum.bots.rows import EagerBot, HolderBot
from reihum.bots.schlafmuetze import CollectorBot
from reihum.bots.schnipp_schnapp import WatchfulBot
from reihum.bots.schwarzer_peter import LuckyBot
from reihum.bots.was_liegt_wo import MemoryBot
from reihum.bots.zweikampf import TurnBot
from reihum.cards import Randomness
from reihum.errors import BadOption
from reihum.games import Facts, Game

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


def bots_for(facts: Facts) -> dict[str, type[Bot]]:
    """The bots that can play a game, by name, the weakest first."""
    found: dict[str, type[Bot]] = {"random": RandomBot}
    if facts.family == "rows":
        found |= {"eager": EagerBot, "holder": HolderBot}
    if facts.texts in SENSIBLE:
        found["sensible"] = SENSIBLE[facts.texts]
    return found


def seat_bots(game: Game, names: Sequence[str], seed: bytes) -> list[Bot]:
    """A bot for every seat, by name; each has its own randomness."""
    known = bots_for(game.facts)
    bots = []
    for seat, name in enumerate(names):
        if name not in known:
            raise BadOption("bot", game=game.id, expected=", ".join(known), got=name)
        bots.append(known[name](game, seat, Randomness(seed, f"bot {seat}")))
    return bots
