"""The registry: every game by its id. A new game is one line here."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from reihum.engine.contract import Facts, Game
from reihum.errors import UnknownGame
from reihum.games import (
    anywhere,
    farben_sammeln,
    hoechste_karte,
    master,
    mogeln,
    quartett,
    ratefix,
    rows,
    schlafmuetze,
    schnipp_schnapp,
    schwarzer_peter,
    was_liegt_wo,
    zweikampf,
)

GAMES: Mapping[str, Facts] = MappingProxyType(
    {
        facts.id: facts
        for facts in (
            *rows.GAMES,
            master.GAME,
            anywhere.GAME,
            mogeln.GAME,
            ratefix.GAME,
            schlafmuetze.GAME,
            zweikampf.GAME,
            farben_sammeln.GAME,
            schnipp_schnapp.GAME,
            quartett.GAME,
            schwarzer_peter.GAME,
            was_liegt_wo.GAME,
            hoechste_karte.GAME,
        )
    }
)


def game(id: str, seats: int, **options: Any) -> Game:
    """A game by its id, for so many seats, with options: ``game("classic", seats=4, blocking="take3")``."""
    return facts_of(id).game(seats, **options)


def facts_of(id: str) -> Facts:
    """The facts of a game by its id."""
    if id not in [*GAMES]:  # whatever comes can be compared, but not everything can be looked up
        raise UnknownGame("unknown-game", got=id, expected=", ".join(GAMES))
    return GAMES[id]
