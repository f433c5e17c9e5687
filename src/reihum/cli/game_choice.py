"""The game that the command line names, with seats and options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reihum.engine import Facts, Game
from reihum.errors import BadOption
from reihum.games import GAMES
from reihum.games.registry import game as find_game

DEFAULT_SEATS = 4


def default_seats(facts: Facts, options: Mapping[str, Any]) -> int:
    """Four, or the nearest number of players that the game and its options allow."""
    nearest = sorted(facts.seats, key=lambda seats: (abs(seats - DEFAULT_SEATS), seats))
    for seats in nearest:
        try:
            facts.game(seats, **options)
        except BadOption:
            continue
        return seats
    return nearest[0]


def choose_game(id: str, seats: int | None, options: Mapping[str, Any]) -> Game:
    """Make the game with its seats and options. The engine refuses what is wrong with them."""
    if seats is None and id in GAMES:
        seats = default_seats(GAMES[id], options)
    return find_game(id, DEFAULT_SEATS if seats is None else seats, **options)
