"""Every game of the box, one module or package each, and the registry that lists them."""

from reihum.games.registry import GAMES, game

__all__ = ["GAMES", "game"]
