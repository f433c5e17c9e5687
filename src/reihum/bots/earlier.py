"""Bots for earlier rules: a bot that was written for the newest ones plays on at a table that was begun before."""

from __future__ import annotations

from reihum.bots.bot import Call, offered
from reihum.bots.levels import Around
from reihum.engine import View


class EarlierBot(Around):
    """Another bot where the rules are not those it knows: it does what that one wants if the view offers it, and
    anything else that is offered if not."""

    def choose(self, view: View) -> str:
        """What the other bot wants, if it may."""
        moves, wanted = offered(view), self.base.choose(view)
        return wanted if wanted in moves else self.randomness.choice(moves)

    def call(self, view: View) -> Call | None:
        """What the other bot calls, if the game knows the word."""
        call = self.base.call(view)
        return call if call is not None and call.word in view.calls else None
