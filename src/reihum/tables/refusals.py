"""Refusals: why a table does not do what it is asked."""

from __future__ import annotations

from reihum.errors import ReihumError


class CommandRefused(ReihumError):
    """The table does not do that: the person may not ask for it, or it is not the time for it."""


class HeldBack(Exception):
    """Not yet: the move is held back so that nobody can escape a call (RULEBOOK §4)."""
