"""What goes wrong in the arena: its own errors, and those of programs that play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from reihum.errors import ReihumError


class ArenaError(ReihumError):
    """A contest cannot begin or go on: its file, its workers or its bots do not fit."""


class BotFault(ReihumError):
    """A program that plays did something else than it was asked for. ``seat`` is where it sat, if it did."""

    seat: int = -1

    @classmethod
    def again(cls, code: str, values: Mapping[str, Any]) -> Self:
        """A fault that was noticed elsewhere: in another process, or in a program."""
        return cls(code, **values)
