"""The bot for Zweikampf: there is nothing to decide."""

from __future__ import annotations

from reihum.bots.bot import Bot
from reihum.engine import View


class TurnBot(Bot):
    """Turns up."""

    def choose(self, view: View) -> str:
        """The only move."""
        return "turn"
