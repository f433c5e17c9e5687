"""What a table plays, and how: chosen by its maker, checked before anything is written down."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from reihum.engine import Game
from reihum.games.registry import facts_of
from reihum.matches import rounds_of

Pace: TypeAlias = Literal["instant", "quick", "normal", "relaxed"]

PACE: dict[Pace, tuple[int, int]] = {
    "instant": (0, 0),
    "quick": (250, 600),
    "normal": (700, 1_500),
    "relaxed": (1_500, 3_000),
}
"""How long a bot seems to think, in milliseconds: from, to."""


class Settings(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The settings of a table. ``tie_window`` and ``call_pause`` are in milliseconds (RULEBOOK §4)."""

    game: Annotated[str, Meta(max_length=40)]
    seats: int
    options: dict[str, Any] = {}
    rounds: int | str | None = None
    open: bool = False
    """Listed for everybody; otherwise only who has the link comes in."""
    pace: Pace = "normal"
    calm: bool = False
    """Calls are not decided by speed: everybody says in peace whether to call, and the order of turns decides."""
    tie_window: Annotated[int, Meta(ge=0, le=300)] = 30
    call_pause: Annotated[int, Meta(ge=0, le=10_000)] = 1_500
    turn_seconds: Annotated[int, Meta(ge=0, le=3_600)] = 0
    """So long a turn may last before a bot makes the move; 0: as long as you like."""
    grace_seconds: Annotated[int, Meta(ge=0, le=3_600)] = 20
    """So long a seat waits for somebody whose connection is gone before a bot stands in."""
    chat: bool = False
    """Free words; otherwise only the preset phrases."""
    circle: Annotated[str, Meta(max_length=40)] = ""
    """The circle that the table belongs to."""

    def checked(self, rules: int | None = None) -> Game:
        """The game of these settings by a version of its rules (default: the newest), if they can be played."""
        facts = facts_of(self.game)
        chosen = _shared((facts if rules is None else facts.by_rules(rules)).settle(self.seats, self.options))
        rounds_of(chosen, self.rounds)
        return chosen


@lru_cache(maxsize=256)
def _shared(game: Game) -> Game:
    """One game for all tables that play the same: what it has prepared is a few hundred kilobytes."""
    return game
