"""Who sits at which table during training, and what is played there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from reihum.engine import Game
from reihum.envs.jax.families import GameFamily, family_of, stack_parameters
from reihum.envs.jax.policies import EAGER, HOLDER, SOLID

LEARNER, EARLIER = SOLID + 1, SOLID + 2
"""Seats beside those of the simple policies: the net that learns, and an earlier one."""

SHARES = {"earlier": 0.1, "self": 0.05, "mixed": 0.1, "eager": 0.1, "holder": 0.05}
"""The share of tables with earlier nets, with the learner in all seats, with any simple policies, with ``eager`` alone
and with ``holder`` alone. The learner meets ``solid`` alone at the others."""


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class League:
    """The tables: the parameters of each, and the policy in each seat. Earlier nets play at the first ``earlier``."""

    parameters: Any
    policies: Any
    games: Any
    """The number of the game at each table."""
    meets_solid: Any
    """Whether the learner meets ``solid`` alone."""
    family: GameFamily = field(metadata={"static": True})
    earlier: int = field(metadata={"static": True})


def make_league(games: Sequence[Game], tables: int, seed: int, shares: dict[str, float] | None = None) -> League:
    """Seat the policies. The games and the learner's seats take turns. The games must be of one family."""
    shares = SHARES if shares is None else shares
    dice = np.random.default_rng(seed)
    seats = max(game.seats for game in games)
    ends = np.cumsum([round(tables * shares.get(name, 0.0)) for name in SHARES])
    games_of = np.arange(tables) % len(games)
    policies = np.full((tables, seats), SOLID, np.int32)
    policies[: ends[0]] = EARLIER
    policies[ends[0] : ends[1]] = LEARNER
    policies[ends[1] : ends[2]] = dice.choice([EAGER, HOLDER, SOLID], (int(ends[2] - ends[1]), seats))
    policies[ends[2] : ends[3]] = EAGER
    policies[ends[3] : ends[4]] = HOLDER
    own = np.arange(tables) // len(games) % np.array([game.seats for game in games])[games_of]
    policies[np.arange(tables), own] = LEARNER
    return League(
        parameters=stack_parameters([games[number] for number in games_of.tolist()], seats),
        policies=jnp.asarray(policies),
        games=jnp.asarray(games_of),
        meets_solid=jnp.arange(tables) >= int(ends[-1]),
        family=family_of(games[0]),
        earlier=int(ends[0]),
    )
