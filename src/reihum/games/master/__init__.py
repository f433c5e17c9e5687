"""Master (RULEBOOK §2)."""

from reihum.games.master.rules import GAME

__all__ = ["GAME"]
