"""The registry: every game by its id. It finds the modules of this package that bring a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Any

import reihum.games as package
from reihum.engine.contract import Game
from reihum.engine.facts import Facts
from reihum.errors import UnknownGame


def _find_games() -> Iterator[Facts]:
    """The games of all modules: a ``GAME``, or several ``GAMES`` of a family."""
    for found in iter_modules(package.__path__, f"{package.__name__}."):
        if found.name != __name__:
            module = import_module(found.name)
            yield from getattr(module, "GAMES", None) or (module.GAME,)


def _place(facts: Facts) -> list[int]:
    """Where a game stands in the rulebook: ``§3.10`` comes after ``§3.9``."""
    return [int(number) for number in facts.section.removeprefix("§").split(".")]


GAMES: Mapping[str, Facts] = MappingProxyType({facts.id: facts for facts in sorted(_find_games(), key=_place)})


def game(id: str, seats: int, **options: Any) -> Game:
    """A game by its id, for a number of seats, with options: ``game("classic", seats=4, blocking="take3")``."""
    return facts_of(id).game(seats, **options)


def facts_of(id: str) -> Facts:
    """The facts of a game by its id."""
    if id not in [*GAMES]:  # anything that comes can be compared, but not everything can be looked up
        raise UnknownGame("unknown-game", got=id, expected=", ".join(GAMES))
    return GAMES[id]
