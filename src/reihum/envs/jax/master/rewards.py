"""What a finished round of Master is worth to each seat, as ``reihum.envs.rewards`` tells, in JAX."""

from __future__ import annotations

from typing import Any

from reihum.envs.jax import rewards
from reihum.envs.jax.master.parameters import MasterParameters
from reihum.envs.jax.master.position import MasterPosition
from reihum.envs.jax.master.rules import count_points


def reward_win(parameters: MasterParameters, position: MasterPosition) -> Any:
    """1 for the most points, −1 / (seats − 1) for everybody else; several winners share."""
    return rewards.reward_win(count_points(position), parameters.seats)


def reward_places(parameters: MasterParameters, position: MasterPosition) -> Any:
    """From 1 for the first to −1 for the last in equal steps; equal players share."""
    return rewards.reward_places(count_points(position), parameters.seats)


def reward_points(parameters: MasterParameters, position: MasterPosition) -> Any:
    """The points of the rules."""
    return rewards.reward_points(count_points(position), parameters.seats)
