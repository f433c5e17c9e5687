"""The settings of a table, chosen by its maker and checked before anything is written."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from reihum.engine import Game
from reihum.engine.options import YOUNGEST
from reihum.errors import BadOption
from reihum.games.registry import facts_of
from reihum.matches import rounds_of
from reihum.matches.verdicts import CALL_PAUSE_MS, TIE_WINDOW_MS

__all__ = ["Pace", "Settings"]

Pace: TypeAlias = Literal["instant", "quick", "normal", "relaxed", "days"]
"""How fast bots play. ``days`` is a table at which everybody has days for a turn."""

PACE_MS: dict[Pace, tuple[int, int]] = {
    "instant": (0, 0),
    "quick": (250, 600),
    "normal": (600, 1_300),
    "relaxed": (1_500, 3_000),
    "days": (0, 0),
}
"""For how many milliseconds a bot seems to think about a turn: from, to."""

STEP_MS: dict[Pace, int] = {"instant": 0, "quick": 150, "normal": 400, "relaxed": 900, "days": 0}
"""For how many milliseconds a bot waits between the moves of one turn."""

MAX_CALM_AGE = 6
"""Games that are made for children of this age begin at a relaxed pace."""

STAGE_MS: dict[Pace, int] = {"instant": 0, "quick": 1_200, "normal": 2_500, "relaxed": 4_000, "days": 0}
"""For how many milliseconds clients show what a move has decided; bots wait for it."""

MAX_TURN_SECONDS = 7 * 24 * 3600


class Settings(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The settings of a table. ``tie_window``, ``call_pause`` and ``wrong_pause`` are in milliseconds (RULEBOOK §4)."""

    game: Annotated[str, Meta(max_length=40)]
    seats: int
    options: dict[str, Any] = {}
    rounds: int | str | None = None
    until: int | None = None
    """The match ends when somebody has this many points; not together with ``rounds``."""
    open: bool = False
    """Everybody finds the table in the list; otherwise you need its link."""
    pace: Pace | None = None
    """How fast bots play; without it, as fast as suits the game."""
    calm: bool = False
    """Speed does not decide calls: everybody says whether they call, then the order of turns decides."""
    tie_window_ms: Annotated[int, Meta(ge=0, le=300)] = field(default=TIE_WINDOW_MS, name="tie_window")
    call_pause_ms: Annotated[int, Meta(ge=0, le=10_000)] = field(default=CALL_PAUSE_MS, name="call_pause")
    wrong_pause_ms: Annotated[int, Meta(ge=0, le=10_000)] = field(default=3_000, name="wrong_pause")
    """For this time after a wrong call that costs nothing else, the caller cannot call."""
    turn_seconds: Annotated[int, Meta(ge=0, le=MAX_TURN_SECONDS)] = 0
    """After this time a bot makes the move, or stands in at a table that lasts for days; 0 means no limit."""
    grace_seconds: Annotated[int, Meta(ge=0, le=3_600)] = 20
    """After this time a bot stands in for a person whose connection is gone."""
    chat: bool = False
    """People may write free words, not only the preset phrases."""
    circle: Annotated[str, Meta(max_length=40)] = ""
    """The id of the table's circle, if it has one."""
    daily: Annotated[str, Meta(max_length=10)] = ""
    """The date of the daily deal that is played here, if one is. Only the server can set it."""
    youngest: bool = False
    """The option ``first`` is the seat of the youngest player, which the table has asked for. Only the server can set
    it."""

    @property
    def lasts_days(self) -> bool:
        """Whether people play when they find the time, and the table goes on without anybody connected."""
        return self.pace == "days"

    @property
    def usual_pace(self) -> Pace:
        """How fast bots play, also if nobody has chosen."""
        return self.pace or ("relaxed" if facts_of(self.game).age <= MAX_CALM_AGE else "normal")

    @property
    def asks_for_youngest(self) -> bool:
        """Whether the youngest player begins, and nobody has said who that is."""
        return self.options.get("first") == YOUNGEST

    def with_first(self, seat: int) -> Settings:
        """The same settings; the youngest player has this seat and begins."""
        return replace(self, options=self.options | {"first": seat}, youngest=True)

    def without_first(self) -> Settings:
        """The same settings before anybody was asked for the youngest player."""
        return replace(self, options=self.options | {"first": YOUNGEST}, youngest=False) if self.youngest else self

    def check(self, rules: int | None = None) -> Game:
        """The game of these settings, by a version of its rules (default: the newest). Raises an error if it cannot
        be played like this."""
        facts = facts_of(self.game)
        options = self.with_first(0).options if self.asks_for_youngest else self.options
        chosen = _share((facts if rules is None else facts.by_rules(rules)).settle(self.seats, options))
        rounds_of(chosen, self.rounds, self.until)
        if self.lasts_days and chosen.grammar.calls:
            raise BadOption("calls-days", game=self.game)
        return chosen


@lru_cache(maxsize=256)
def _share(game: Game) -> Game:
    """One game for all tables that play the same: a prepared game takes a few hundred kilobytes."""
    return game
