"""Lessons: what a guided first round of a game teaches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

LEARNER = 0
"""The seat of the learner."""


class LessonStep(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A kind of move to learn. Its texts are ``page.lesson.<name>`` and ``page.lesson.step.<name>``."""

    name: str
    verbs: tuple[str, ...]
    """The learner can make the move while all of these are on offer."""
    events: tuple[str, ...]
    """The learner has made the move when one of these is seen …"""
    again: bool = False
    """… for the second time in one turn."""


class Lesson(Struct, frozen=True, kw_only=True):
    """A guided first round: its table, and what it teaches, in the order of explanation."""

    seats: int
    options: Mapping[str, Any]
    steps: tuple[LessonStep, ...]
