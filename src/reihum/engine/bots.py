"""Which bots a game has, by the names under which people choose them."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from reihum.engine.references import Reference, load_reference

LEVELS = ("beginner", "solid", "expert", "master")
"""The levels that people choose from, the weakest first."""
TRAINED = "trained"
"""A player that has learned, in games that have one."""

_added: dict[str, dict[str, Reference]] = {}
"""Bots from elsewhere, by the game that they play (an empty id: all games) and their names."""


def add_bot(name: str, reference: Reference, game: str = "") -> None:
    """Let people choose a bot from elsewhere by a name, in one game or in all of them."""
    _added.setdefault(game, {})[name] = reference


def find_bots(game: str) -> dict[str, Reference]:
    """The bots from elsewhere that play a game, by name."""
    return _added.get("", {}) | _added.get(game, {})


class Bots(Struct, frozen=True, kw_only=True):
    """The bots of a game. ``random`` plays every game; the rest follows from ``sensible``, which is a bot that plays as
    a reasonable child does. Without it there is only ``random``."""

    sensible: Reference = ""
    levels: Mapping[str, Reference] = {}
    """The bots behind some of the levels; ``sensible`` is behind the others. ``trained`` is a level of the games that
    name one."""
    needs: Mapping[str, str] = {}
    """Functions that tell whether some of the levels play as they should here, by level. If not, they play as weaker
    ones do."""
    simple: Mapping[str, Reference] = {}
    """Other bots, each with one idea, by name."""
    luck: bool = False
    """The game has nothing to decide, so that all levels play as ``sensible`` does."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all bots, the weakest first."""
        if not self.sensible:
            return ("random",)
        weakest, solid, *others = LEVELS
        trained = (TRAINED,) if TRAINED in self.levels else ()
        return ("random", weakest, *self.simple, "sensible", solid, *trained, *others)

    @property
    def weakened(self) -> frozenset[str]:
        """The levels that play as weaker ones do here, because something is missing."""
        return frozenset(level for level, has_all in self.needs.items() if not load_reference(has_all)())

    @property
    def quick(self) -> str:
        """The best bot that needs no time to think."""
        return "sensible" if self.sensible else "random"

    @property
    def usual(self) -> str:
        """The level of a bot nobody chose a level for."""
        return "solid" if self.sensible else "random"
