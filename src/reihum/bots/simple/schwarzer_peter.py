"""The bot for Schwarzer Peter: positions tell nothing, so every card is as good as another."""

from __future__ import annotations

from reihum.bots.bot import Bot, offered
from reihum.engine import View


class LuckyBot(Bot):
    """Draws any card."""

    def choose(self, view: View) -> str:
        """Any card."""
        return self.randomness.choice(offered(view))
