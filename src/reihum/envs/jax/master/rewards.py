"""What a finished round of Master is worth to each seat, as ``reihum.envs.rewards`` tells, in JAX."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np

from reihum.envs.jax.master.parameters import MasterParameters
from reihum.envs.jax.master.position import MasterPosition
from reihum.envs.jax.master.rules import count_points

_NOBODY = np.int32(-(1 << 20))


def reward_win(parameters: MasterParameters, position: MasterPosition) -> Any:
    """1 for the most points, −1 / (seats − 1) for everybody else; several winners share."""
    points = _points_inside(parameters, position)
    won = points == jnp.max(points)
    winners, seats = jnp.sum(won), parameters.seats
    return jnp.where(won, (seats - winners) / (winners * (seats - 1)), -1.0 / (seats - 1))


def reward_places(parameters: MasterParameters, position: MasterPosition) -> Any:
    """From 1 for the first to −1 for the last in equal steps; equal players share."""
    points = _points_inside(parameters, position)
    inside = points > _NOBODY
    better = jnp.sum((points[None, :] > points[:, None]) & inside, axis=1)
    equal = jnp.sum((points[None, :] == points[:, None]) & inside, axis=1)
    return 1.0 - (2 * better + equal - 1) / (parameters.seats - 1)


def reward_points(_: MasterParameters, position: MasterPosition) -> Any:
    """The points of the rules."""
    return count_points(position).astype(jnp.float32)


def _points_inside(parameters: MasterParameters, position: MasterPosition) -> Any:
    """The points of the seats in the game."""
    points = count_points(position)
    return jnp.where(jnp.arange(points.shape[0]) < parameters.seats, points, _NOBODY)
