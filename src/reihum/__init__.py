"""Reihum plays every game of the „Elfer raus!“ box, for people and for programs."""

from reihum.engine import Game, Move, Outcome, State, View
from reihum.errors import BadDeck, BadOption, BadRecord, IllegalMove, ReihumError, UnknownGame
from reihum.games import GAMES, game
from reihum.matches import Match, match
from reihum.messages import Message

__all__ = [
    "GAMES",
    "BadDeck",
    "BadOption",
    "BadRecord",
    "Game",
    "IllegalMove",
    "Match",
    "Message",
    "Move",
    "Outcome",
    "ReihumError",
    "State",
    "UnknownGame",
    "View",
    "game",
    "match",
]
