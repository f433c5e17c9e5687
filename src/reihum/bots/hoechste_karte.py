"""The bot for Die höchste Karte gewinnt: saves the high cards until more is at stake."""

from __future__ import annotations

from reihum.bots.bot import Bot, offered
from reihum.games import View
from reihum.games.views import Pile


class SaverBot(Bot):
    """Plays its highest card when cards are waiting for a winner, else any of its lower half."""

    def choose(self, view: View) -> str:
        """Moves come in the order of their numbers."""
        moves = offered(view)
        waiting = next(zone.pile.count for zone in view.zones if isinstance(zone, Pile) and zone.name == "kept")
        return moves[-1] if waiting else self.randomness.choice(moves[: (len(moves) + 1) // 2])
