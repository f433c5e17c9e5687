"""Überall anschließen (RULEBOOK §3.1)."""

from reihum.games.anywhere.rules import GAME

__all__ = ["GAME"]
