"""Quartett (RULEBOOK §3.8)."""

from reihum.games.quartett.rules import GAME

__all__ = ["GAME"]
