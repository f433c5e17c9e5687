"""The row family (RULEBOOK §1): five games from one set of rules."""

from reihum.games.rows.rules import GAMES

__all__ = ["GAMES"]
