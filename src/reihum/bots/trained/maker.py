"""Making the bot ``trained``."""

from __future__ import annotations

from reihum.bots.bot import Bot
from reihum.bots.search.weighted_bot import WeightedBot
from reihum.bots.trained.evaluation import can_evaluate
from reihum.cards import Randomness
from reihum.engine import Game
from reihum.games.master.rules import MasterState

SMALLEST_EDITION = "40"
"""The nets have not met so few cards, and win less than ``solid`` with them (docs/benchmark.md)."""


def make_trained(game: Game, seat: int, randomness: Randomness) -> Bot:
    """The bot ``trained`` of the row games and Master. Where nets do not run, or have learned too little, it is
    ``solid``."""
    if not can_evaluate() or game.options.get("edition") == SMALLEST_EDITION:
        return WeightedBot(game, seat, randomness)
    if game.facts.state is MasterState:
        from reihum.bots.trained.master_bot import TrainedMasterBot

        return TrainedMasterBot(game, seat, randomness)
    from reihum.bots.trained.row_bot import TrainedRowBot

    return TrainedRowBot(game, seat, randomness)
