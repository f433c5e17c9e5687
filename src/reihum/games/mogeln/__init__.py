"""Mogeln (RULEBOOK §3.2)."""

from reihum.games.mogeln.rules import GAME

__all__ = ["GAME"]
