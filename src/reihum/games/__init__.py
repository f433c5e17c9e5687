"""The game contract, options, moves, events, views, and the registry; one module per game."""

from reihum.games.contract import Capabilities, Facts, Game, State
from reihum.games.events import Shown
from reihum.games.moves import Move
from reihum.games.options import Option
from reihum.games.outcome import Outcome
from reihum.games.registry import GAMES, game
from reihum.games.views import View

__all__ = [
    "GAMES",
    "Capabilities",
    "Facts",
    "Game",
    "Move",
    "Option",
    "Outcome",
    "Shown",
    "State",
    "View",
    "game",
]
