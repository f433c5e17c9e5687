"""Errors of the arena, and faults of programs that play."""

from __future__ import annotations

from reihum.errors import ReihumError


class ArenaError(ReihumError):
    """A contest cannot begin or go on: its file, its workers or its bots do not fit."""


class BotFault(ReihumError):
    """A program that plays did not do what it was asked. ``seat`` is its seat, if it had one."""

    seat: int = -1
