"""The registry: every game by its id. A new game is one line here."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from reihum.errors import UnknownGame
from reihum.games import rows
from reihum.games.contract import Facts, Game

GAMES: Mapping[str, Facts] = MappingProxyType({facts.id: facts for facts in (*rows.GAMES,)})


def game(id: str, seats: int, **options: Any) -> Game:
    """A game by its id, for so many seats, with options: ``game("classic", seats=4, blocking="take3")``."""
    if id not in GAMES:
        raise UnknownGame("unknown-game", got=id, expected=", ".join(GAMES))
    return GAMES[id].game(seats, **options)
