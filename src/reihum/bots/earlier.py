"""Bots for earlier rules: a bot that was written for the newest ones plays on at a table that was begun before."""

from __future__ import annotations

from collections.abc import Sequence

from reihum.bots.bot import Bot, Call, offered
from reihum.bots.levels import Maker
from reihum.cards import Randomness
from reihum.games import Game, Shown, View


class EarlierBot(Bot):
    """Another bot where the rules are not those it knows: it does what that one wants if the view offers it, and
    anything else that is offered if not."""

    def __init__(self, game: Game, seat: int, randomness: Randomness, base: Maker) -> None:
        super().__init__(game, seat, randomness)
        self._base = base(game, seat, randomness)

    @property
    def base(self) -> Bot:
        """The other bot, with whatever randomness this one has now."""
        self._base.randomness = self.randomness
        return self._base

    def see(self, shown: Sequence[Shown]) -> None:
        """Show it to the other bot."""
        self.base.see(shown)

    def choose(self, view: View) -> str:
        """What the other bot wants, if it may."""
        moves, wanted = offered(view), self.base.choose(view)
        return wanted if wanted in moves else self.randomness.choice(moves)

    def call(self, view: View) -> Call | None:
        """What the other bot calls, if the game knows the word."""
        call = self.base.call(view)
        return call if call is not None and call.word in view.calls else None
