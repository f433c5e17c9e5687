"""What a seat may know: each family makes an observation of its own."""

from __future__ import annotations

from typing import Any, NamedTuple

import jax.numpy as jnp


class Observation(NamedTuple):
    """``planes`` [planes, rows, numbers] have a number for every card, and ``numbers`` tell of the whole table."""

    planes: Any
    numbers: Any


def flatten(observation: Observation) -> Any:
    """An observation as one list of numbers."""
    return jnp.concatenate([observation.planes.reshape(-1), observation.numbers])
