"""The learner's opponents: bots that the compiled kernels know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from reihum.arena.policies import has_policy, policy_of
from reihum.engine import Game
from reihum.errors import BadOption
from reihum.simulator.families import family_of
from reihum.simulator.policies import WEIGHTS
from reihum.simulator.simulator import make_policies

Names: TypeAlias = str | Sequence[str]
"""The bot of every opponent, or one bot for each, clockwise from the learner."""

ROTATING = "rotating"
NOBODY = -1


class Opponents(NamedTuple):
    """How the seats around the learner play, for every seat that the learner can have."""

    policies: NDArray[Any]
    """By the learner's seat, then by seat."""
    weights: NDArray[Any]
    """The same, with the weights of all seats one after another."""
    learner: int
    """The learner's seat in the first round at the first table, or ``NOBODY``."""
    rotation: int
    """1 if the learner's seat changes from table to table and from round to round."""

    def find_seats(self, tables: int, seats: int) -> NDArray[np.int64]:
        """The learner's seat at each table in the first round."""
        return np.full(tables, self.learner) + self.rotation * (np.arange(tables) % seats - 1)


def compiled_bots(game: Game) -> list[str]:
    """The bots of a game that the kernels know, the weakest first.

    >>> import reihum
    >>> compiled_bots(reihum.game("classic", seats=4))
    ['random', 'eager', 'holder', 'sensible', 'solid']
    """
    return [name for name in game.facts.levels if has_policy(name)]


def make_opponents(game: Game, names: Names | None, learner: int | str) -> Opponents:
    """The opponents by their names. Without names, the caller plays all seats."""
    seats = game.seats
    if names is None:
        return Opponents(np.zeros((seats, seats), np.int64), np.zeros((seats, WEIGHTS * seats)), NOBODY, 0)
    bots = [names] * (seats - 1) if isinstance(names, str) else list(names)
    if len(bots) != seats - 1:
        raise BadOption("env-opponents-count", game=game.id, expected=seats - 1, got=len(bots))
    known = compiled_bots(game)
    if unknown := [bot for bot in bots if bot not in known]:
        raise BadOption("env-opponents", game=game.id, expected=", ".join(known), got=unknown[0])
    family = family_of(game)
    policies, weights = [], []
    for seat in range(seats):
        players = [policy_of(game, bot) for bot in ("random", *bots)]  # the learner's own policy is never asked
        found = make_policies(family, family.parameters(game), players[seats - seat :] + players[: seats - seat])
        policies.append(found[0])
        weights.append(found[1])
    return Opponents(np.array(policies), np.array(weights), *_find_learner(game, learner))


def _find_learner(game: Game, learner: int | str) -> tuple[int, int]:
    if learner == ROTATING:
        return 0, 1
    if isinstance(learner, bool) or not isinstance(learner, int) or not 0 <= learner < game.seats:
        raise BadOption("seat", expected=f"0 … {game.seats - 1}, {ROTATING}", got=learner)
    return learner, 0
