"""How a game travels to another process: by its name, without everything that it has prepared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from reihum.engine.references import load_reference

if TYPE_CHECKING:
    from reihum.engine.contract import Game
    from reihum.engine.facts import Facts

REGISTRY = "reihum.games.registry:GAMES"
"""Where the games are registered, in a layer above this one."""


def reduce_game(game: Game) -> tuple[Any, ...]:
    """What ``__reduce__`` returns for a game. One that is not registered travels as it is."""
    known: Facts | None = load_reference(REGISTRY).get(game.id)
    if known is None or known.versions.get(game.facts.rules_version) is not game.facts:
        return type(game), (game.facts, game.seats, game.options, game.setup)
    return settle_game, (game.id, game.facts.rules_version, game.seats, game.used_options)


def settle_game(id: str, rules: int, seats: int, options: Mapping[str, Any]) -> Game:
    """A registered game, from what ``reduce_game`` says."""
    facts: Facts = load_reference(REGISTRY)[id]
    return facts.by_rules(rules).settle(seats, options)
