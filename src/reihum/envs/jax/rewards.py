"""What the points of a finished round are worth to each seat, as ``reihum.envs.rewards`` tells, in JAX.

More points are better. Lists by seat may have room for more seats than the game has.
"""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np

_NOBODY = np.int32(-(1 << 20))


def reward_win(points: Any, seats: Any) -> Any:
    """1 for the most points, −1 / (seats − 1) for everybody else; several winners share."""
    points = jnp.where(jnp.arange(points.shape[0]) < seats, points, _NOBODY)
    won = points == jnp.max(points)
    winners = jnp.sum(won)
    return jnp.where(won, (seats - winners) / (winners * (seats - 1)), -1.0 / (seats - 1))


def reward_places(points: Any, seats: Any) -> Any:
    """From 1 for the first to −1 for the last in equal steps; equal players share."""
    inside = jnp.arange(points.shape[0]) < seats
    better = jnp.sum((points[None, :] > points[:, None]) & inside, axis=1)
    equal = jnp.sum((points[None, :] == points[:, None]) & inside, axis=1)
    return 1.0 - (2 * better + equal - 1) / (seats - 1)


def reward_points(points: Any, _: Any) -> Any:
    """The points as they are."""
    return points.astype(jnp.float32)
