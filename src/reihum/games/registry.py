"""The registry: every game by its id. It finds the modules of this package that bring a game, and the games and bots
that other packages bring by entry points of the groups ``reihum.games`` and ``reihum.bots`` (CONTRIBUTING.md)."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

import reihum.games as package
from reihum.engine.bots import add_bot
from reihum.engine.contract import Game
from reihum.engine.facts import Facts
from reihum.errors import UnknownGame

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


def _find_games() -> Iterator[Facts]:
    """The games of all modules: a ``GAME``, or several ``GAMES`` of a family."""
    for found in iter_modules(package.__path__, f"{package.__name__}."):
        if found.name != __name__:
            module = import_module(found.name)
            yield from getattr(module, "GAMES", None) or (module.GAME,)


def _place(facts: Facts) -> list[int]:
    """Where a game stands in the rulebook: ``§3.10`` comes after ``§3.9``."""
    return [int(number) for number in facts.section.removeprefix("§").split(".")]


class BrokenPlugin(UserWarning):
    """A game of another package cannot be used; the others can."""


def add_games(games: dict[str, Facts], points: Iterable[EntryPoint]) -> None:
    """Add the games that entry points lead to: the facts of a game, or of several. A package that cannot be loaded, or
    brings an id that there already is, is left out with a warning."""
    for point in sorted(points, key=lambda point: point.name):
        try:
            found = point.load()
            for facts in [found] if isinstance(found, Facts) else found:
                if facts.id in games:
                    raise ValueError(f"there already is a game {facts.id!r}")
                games[facts.id] = facts
        except Exception as error:
            warnings.warn(f"the game {point.name} ({point.value}) is left out: {error}", BrokenPlugin, stacklevel=2)


def add_bots(points: Iterable[EntryPoint]) -> None:
    """Let people choose the bots that entry points lead to: ``highest`` in every game, ``classic.highest`` in one. They
    are loaded when they play."""
    for point in points:
        game, _, name = point.name.rpartition(".")
        add_bot(name, point.value, game)


class GameMap(Mapping[str, Facts]):
    """Games by their ids, in their order. Nobody can change it."""

    def __init__(self, games: Mapping[str, Facts]) -> None:
        self._games = games

    def __getitem__(self, id: str) -> Facts:
        return self._games[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)

    def __repr__(self) -> str:
        lines = (f"\n  {name!r}: {facts!r}," for name, facts in self._games.items())
        return f"<{len(self)} games:{''.join(lines)}\n>"


_games = {facts.id: facts for facts in sorted(_find_games(), key=_place)}
if sys.platform != "emscripten":  # a browser has no other packages, and not the module that would find them
    from importlib.metadata import entry_points

    add_games(_games, entry_points(group="reihum.games"))
    add_bots(entry_points(group="reihum.bots"))

GAMES: Mapping[str, Facts] = GameMap(_games)
"""The games of the box in the order of the rulebook, then those of other packages."""


def game(id: str, seats: int, **options: Any) -> Game:
    """A game by its id, for a number of seats, with its house rules as options.

    Raises ``UnknownGame``, or ``BadOption`` for a number of seats, an option or a value that the game does not have.
    ``GAMES`` lists the ids; the options of a game are in ``GAMES[id].options``.

    >>> game("classic", seats=4, blocking="take3")
    reihum.game('classic', seats=4, blocking='take3')
    """
    return facts_of(id).game(seats, **options)


def facts_of(id: str) -> Facts:
    """The facts of a game by its id."""
    if id not in [*GAMES]:  # anything that comes can be compared, but not everything can be looked up
        raise UnknownGame("unknown-game", got=id, expected=", ".join(GAMES))
    return GAMES[id]
