"""``random``: any move the view offers. Works for every game."""

from __future__ import annotations

from reihum.bots.bot import Bot, Call, offered
from reihum.engine import View


class RandomBot(Bot):
    """Chooses blindly, and now and then calls a word."""

    def choose(self, view: View) -> str:
        """Any move."""
        return self.randomness.choice(offered(view))

    def call(self, view: View) -> Call | None:
        """Any word, one time in fifty."""
        if view.calls and not self.randomness.below(50):
            return Call(self.randomness.choice(view.calls), 200 + self.randomness.below(1_000))
        return None
