"""The pace of a match: how long you can look at what the others do."""

from __future__ import annotations

from enum import Enum


class Pace(Enum):
    """A pace. ``turn_seconds`` is the time after a move of another player, ``moment_seconds`` that of a moment,
    ``routine_seconds`` the time before a move without a choice is made by itself, and ``call_seconds`` the time to
    call before the next player goes on."""

    RELAXED = ("relaxed", 2.2, 4.0, 2.0, 2.6)
    NORMAL = ("normal", 1.1, 2.5, 1.2, 1.6)
    QUICK = ("quick", 0.4, 1.2, 0.7, 1.0)

    def __init__(
        self, word: str, turn_seconds: float, moment_seconds: float, routine_seconds: float, call_seconds: float
    ) -> None:
        self.word = word
        self.turn_seconds = turn_seconds
        self.moment_seconds = moment_seconds
        self.routine_seconds = routine_seconds
        self.call_seconds = call_seconds

    @property
    def quicker(self) -> Pace:
        """The next quicker pace, if there is one."""
        return {Pace.RELAXED: Pace.NORMAL}.get(self, Pace.QUICK)

    @property
    def slower(self) -> Pace:
        """The next slower pace, if there is one."""
        return {Pace.QUICK: Pace.NORMAL}.get(self, Pace.RELAXED)
