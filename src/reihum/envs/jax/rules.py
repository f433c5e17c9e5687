"""The rules of each game of the environment as pure functions. Most of them take parameters and a position."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, NamedTuple

from reihum.engine import Game
from reihum.envs.jax import rewards
from reihum.envs.jax.families import MASTER, ROWS, GameFamily
from reihum.envs.jax.games import anywhere, farben_sammeln, quartett, ratefix, schwarzer_peter, was_liegt_wo
from reihum.envs.jax.observation import flatten
from reihum.envs.rewards import REWARDS
from reihum.errors import BadOption
from reihum.games import GAMES
from reihum.games.anywhere.rules import AnywhereState
from reihum.games.farben_sammeln import FarbenState
from reihum.games.master.rules import MasterState
from reihum.games.quartett.rules import QuartettState
from reihum.games.ratefix import RatefixState
from reihum.games.rows.rules import RowsState
from reihum.games.schwarzer_peter import SchwarzerPeterState
from reihum.games.was_liegt_wo import WasLiegtWoState

Function = Callable[..., Any]


class EnvRules(NamedTuple):
    """What the environment needs of a game."""

    parameters_of: Function
    deal: Function
    legal_mask: Function
    make_move: Function
    observe: Function
    """What a seat may know, as a list of numbers."""
    rewards: Mapping[str, Function]
    """By name, what a finished position is worth to each seat."""


def of_family(family: GameFamily) -> EnvRules:
    """The rules of a family that can be trained."""

    def observe(parameters: Any, position: Any, seat: Any) -> Any:
        return flatten(family.observe(parameters, position, seat))

    worth = {name: getattr(family, f"reward_{name}") for name in REWARDS}
    return EnvRules(family.parameters_of, family.deal, family.legal_mask, family.make_move, observe, worth)


def of_module(game: ModuleType) -> EnvRules:
    """The rules of a small game."""

    def make_reward(name: str) -> Function:
        reward = getattr(rewards, f"reward_{name}")
        return lambda parameters, position: reward(game.count_points(parameters, position), parameters.seats)

    worth = {name: make_reward(name) for name in REWARDS}
    return EnvRules(game.parameters_of, game.deal, game.legal_mask, game.make_move, game.observe, worth)


RULES = {
    RowsState: of_family(ROWS),
    MasterState: of_family(MASTER),
    RatefixState: of_module(ratefix),
    AnywhereState: of_module(anywhere),
    FarbenState: of_module(farben_sammeln),
    QuartettState: of_module(quartett),
    SchwarzerPeterState: of_module(schwarzer_peter),
    WasLiegtWoState: of_module(was_liegt_wo),
}
"""By the class of the engine's states."""


def rules_of(game: Game) -> EnvRules:
    """The rules of a game."""
    if game.facts.state not in RULES:
        expected = ", ".join(facts.id for facts in GAMES.values() if facts.state in RULES and not facts.superseded_by)
        raise BadOption("not-in-jax", expected=expected, got=game.id)
    return RULES[game.facts.state]
