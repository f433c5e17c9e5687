"""Errors of the arena."""

from __future__ import annotations

from reihum.bots.errors import BotFault
from reihum.errors import ReihumError

__all__ = ["ArenaError", "BotFault"]


class ArenaError(ReihumError):
    """A contest cannot begin or go on: its file, its workers or its bots do not fit."""
