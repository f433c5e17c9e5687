"""What the trained bots of all families share."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
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
        moves = offered(view)
        if len(moves) == 1:
            return moves[0]
        preferences = self.prefer(view)
        return max(moves, key=preferences.__getitem__)

    @abstractmethod
    def prefer(self, view: View) -> dict[str, float]:
        """How much the net prefers each move that the view offers."""
