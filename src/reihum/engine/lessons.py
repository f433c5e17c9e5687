"""Lessons: what a guided first round of a game teaches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from reihum.cards import Card

LEARNER = 0
"""The seat of the learner."""


class LessonStep(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing to learn. Its text is ``<game>.lesson.<name>``, or ``<family>.lesson.<name>`` for several games.

    A step with verbs is a move: it is explained while the learner can make it. A step without verbs is something to
    watch: it is explained when it has happened."""

    name: str
    verbs: tuple[str, ...] = ()
    """The learner can make the move while all of these are on offer."""
    events: tuple[str, ...]
    """The step is done when one of these is seen. Of a move the learner's own event counts, else anybody's."""
    again: bool = False
    """The event must come for the second time in one turn."""
    times: int = 1
    """How often it is done before it is learned."""
    anyone: bool = False
    """It does not matter who makes the move."""
    rare: bool = False
    """It is explained if it happens, but a lesson is complete without it."""


class Lesson(Struct, frozen=True, kw_only=True):
    """A guided first round: its table, and what it teaches, in the order of explanation. Where a game declares moments,
    one of its steps explains an event that carries one.

    The texts ``<game>.lesson.first`` and ``<game>.lesson.over`` open and close it."""

    seats: int
    options: Mapping[str, Any] = {}
    steps: tuple[LessonStep, ...]
    deck: int = 0
    """The number of the stacked deck with which every step comes up soon; ``find_deck`` has found it."""
    cards: tuple[Card, ...] = ()
    """The cards of the deck, where a game first draws some by lot."""
    level: str = "beginner"
    """The other players."""
    learner: str = "random"
    """The bot that plays for the learner when decks are tried."""
    moves: int = 8
    """Every step, and a moment, comes up within this number of the learner's moves."""
    untaught: Mapping[str, str] = {}
    """Verbs that are no step of every learner, each with the reason. All others of the table are."""

    @property
    def needed(self) -> frozenset[str]:
        """The names of the steps that every learner meets."""
        return frozenset(step.name for step in self.steps if not step.rare)

    @property
    def explained(self) -> frozenset[str]:
        """The kinds of events that the steps of every learner are about."""
        return frozenset(kind for step in self.steps if not step.rare for kind in step.events)
