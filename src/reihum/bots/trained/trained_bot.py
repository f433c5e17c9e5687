"""What the trained bots of all families share."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from math import exp
from typing import Protocol

from reihum.bots.bot import Bot, offered
from reihum.engine import Shown, View


class Memory(Protocol):
    """What the moves of a round have told."""

    def see(self, shown: Sequence[Shown]) -> None:
        """Learn from some events."""


class TrainedBot(Bot):
    """Remembers what the moves have told, and makes the move that its net prefers."""

    _memory: Memory

    def see(self, shown: Sequence[Shown]) -> None:
        """Remember what a move tells."""
        self._memory.see(shown)

    def choose(self, view: View) -> str:
        """The preferred move."""
        return self.advise(view)[0]

    def advise(self, view: View) -> tuple[str, float]:
        """The preferred move, and how sure the net is of it: 1 if it would never make another."""
        moves = offered(view)
        if len(moves) == 1:
            return moves[0], 1.0
        preferences = self.prefer(view)
        best = max(moves, key=preferences.__getitem__)
        return best, 1 / sum(exp(preferences[move] - preferences[best]) for move in moves)

    @abstractmethod
    def prefer(self, view: View) -> dict[str, float]:
        """How much the net prefers each move that the view offers."""
