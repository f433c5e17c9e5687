"""Bots for earlier rules: a bot that knows only the newest rules can play at a table with earlier ones."""

from __future__ import annotations

from reihum.bots.bot import Call, offered
from reihum.bots.levels import WrapperBot
from reihum.engine import View


class EarlierBot(WrapperBot):
    """A bot around one that knows other rules: it does what that one wants if the view offers it, and otherwise any
    move that the view offers."""

    def choose(self, view: View) -> str:
        """What the other bot wants, if it may."""
        moves, wanted = offered(view), self.base.choose(view)
        return wanted if wanted in moves else self.randomness.choice(moves)

    def call(self, view: View) -> Call | None:
        """What the other bot calls, if the game knows the word."""
        call = self.base.call(view)
        return call if call is not None and call.word in view.calls else None
