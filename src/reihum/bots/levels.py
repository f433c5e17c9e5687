"""Levels with names a child understands: ``beginner``, ``solid``, ``expert``, ``master``.

A level is a fixed budget, never a clock: see docs/bots.md. This module says how soon a person of each level would call,
in milliseconds; the host of a table does the waiting.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

from reihum.bots.bot import Bot, Call, offered
from reihum.cards import Randomness
from reihum.engine import Game, Shown, View

__all__ = ["REACTION", "BeginnerBot", "Maker", "ReactingBot", "WrapperBot", "at_level"]

Maker: TypeAlias = Callable[[Game, int, Randomness], Bot]
"""What makes a bot for a seat of a game."""

REACTION = {"beginner": (600, 1_400), "solid": (400, 900), "expert": (320, 650), "master": (260, 480)}
"""How soon a person of each level calls (RULEBOOK §4): from … to, in milliseconds."""

SLIPS = 5
"""Once in this many moves a beginner does something else."""
FORGETS = 4
"""Once in this many moves a beginner does not notice what happened."""
MISSES = 3
"""Once in this many calls a beginner keeps quiet."""
MAX_MISS = 8
"""How far a beginner's slip may miss a number."""


class WrapperBot(Bot):
    """A bot around another one: it sees and does what that one does, unless a subclass changes it."""

    def __init__(self, game: Game, seat: int, randomness: Randomness, base: Maker) -> None:
        super().__init__(game, seat, randomness)
        self._base = base(game, seat, randomness)

    @property
    def base(self) -> Bot:
        """The other bot, with the randomness that this one has now."""
        self._base.randomness = self.randomness
        return self._base

    def see(self, shown: Sequence[Shown]) -> None:
        """Show it to the other bot."""
        self.base.see(shown)

    def choose(self, view: View) -> str:
        """What the other bot does."""
        return self.base.choose(view)


class ReactingBot(WrapperBot):
    """Another bot, which calls as soon as people of a level do."""

    def __init__(self, game: Game, seat: int, randomness: Randomness, level: str, base: Maker) -> None:
        super().__init__(game, seat, randomness, base)
        self.level = level

    def call(self, view: View) -> Call | None:
        """What the other bot calls, when people of the level would."""
        call = self.base.call(view)
        low, high = REACTION[self.level]
        return call and Call(call.word, low + self.randomness.below(high - low))


class BeginnerBot(ReactingBot):
    """Another bot that does not always pay attention, and now and then does anything."""

    def see(self, shown: Sequence[Shown]) -> None:
        """Mostly it takes notice."""
        if self.randomness.below(FORGETS):
            super().see(shown)

    def choose(self, view: View) -> str:
        """Mostly what the other bot does."""
        move = super().choose(view)
        if self.randomness.below(SLIPS):
            return move
        moves = offered(view)
        if self._names_number(move):
            nearby = moves.index(move) - MAX_MISS + self.randomness.below(2 * MAX_MISS + 1)
            return moves[max(0, min(nearby, len(moves) - 1))]
        return self.randomness.choice(moves)

    def _names_number(self, move: str) -> bool:
        """Whether a move is a guess of a number: a slip is a number nearby then."""
        return any(slot.kind == "number" for slot in self.game.verb_of(move).slots)

    def call(self, view: View) -> Call | None:
        """Late, and not always."""
        return super().call(view) if self.randomness.below(MISSES) else None


def at_level(level: str, base: Maker) -> Maker:
    """Another bot at a level."""
    return partial(BeginnerBot if level == "beginner" else ReactingBot, level=level, base=base)
