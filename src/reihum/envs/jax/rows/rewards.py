"""What a finished round is worth to each seat, as ``reihum.envs.rewards`` tells, in JAX."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp

from reihum.envs.jax import rewards
from reihum.envs.jax.rows.parameters import RowParameters
from reihum.envs.jax.rows.position import RowPosition
from reihum.envs.jax.rows.rules import count_points


def reward_win(parameters: RowParameters, position: RowPosition) -> Any:
    """1 for the first to go out, −1 / (seats − 1) for everybody else."""
    return jnp.where(position.places == 1, 1.0, -1.0 / (parameters.seats - 1))


def reward_places(parameters: RowParameters, position: RowPosition) -> Any:
    """From 1 for the first to −1 for the last in equal steps; equal players share."""
    order = jnp.where(position.places > 0, position.places, 100)
    worth = -jnp.where(parameters.play_on, order, count_points(position))
    return rewards.reward_places(worth, parameters.seats)


def reward_points(_: RowParameters, position: RowPosition) -> Any:
    """The points of the rules, negative because few are good."""
    return -count_points(position).astype(jnp.float32)
