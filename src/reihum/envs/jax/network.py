"""The net of a trained player: from an observation to a preference for every choice, and to a value.

The four rows are alike, so they share their weights: each row's cards become one list of features, and one list tells
of the whole table. Blocks let the two inform each other and, in Master, each row those above and below it. The outputs
are added to the sums of ``solid``, and begin at nothing: an untrained net plays like ``solid``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from reihum.envs.jax.families import GameFamily
from reihum.envs.jax.observation import Observation

NEVER = -1e9

Weights = dict[str, Any]


class NetworkShape(NamedTuple):
    """The size of a net: for how many seats at most, how many features, how many blocks."""

    seats: int
    width: int = 192
    blocks: int = 2


def make_weights(family: GameFamily, shape: NetworkShape, key: Any) -> Weights:
    """The weights of an untrained net."""
    width = shape.width
    inputs = family.numbers * family.count_planes(shape.seats)
    sizes = {"rows": (inputs, width), "numbers": (family.count_numbers(shape.seats), width)}
    sizes["pool"] = (width, width)
    between = ("row_row", "row_all", "all_all", "all_row", *(("row_near",) if family.has_neighbours else ()))
    for block in range(shape.blocks):
        sizes |= {f"{name}{block}": (width, width) for name in between}
    keys = jax.random.split(key, len(sizes))
    weights: Weights = {
        name: jax.random.normal(key, size) * jnp.sqrt((1.0 if size[0] != width else 0.5) / size[0])
        for key, (name, size) in zip(keys, sizes.items(), strict=True)
    }
    biases = ["rows_bias", "numbers_bias"]
    biases += [f"{name}{block}" for block in range(shape.blocks) for name in ("row_bias", "all_bias")]
    weights |= {name: jnp.zeros(width) for name in biases}
    outputs = family.kinds * family.numbers
    return weights | {
        "cards": jnp.zeros((width, outputs)),
        "cards_bias": jnp.zeros(outputs),
        "other": jnp.zeros((width, 2)),
        "other_bias": jnp.zeros(2),
    }


def evaluate(family: GameFamily, weights: Weights, seen: Observation, dtype: Any = jnp.float32) -> tuple[Any, Any]:
    """The preferences for all choices, ``NEVER`` where a choice is illegal, and the value, for many observations."""
    w = {name: weight.astype(dtype) for name, weight in weights.items()}
    planes, numbers = seen.planes.astype(dtype), seen.numbers.astype(dtype)
    inputs = jnp.moveaxis(planes, -2, -3).reshape(*planes.shape[:-3], 4, -1)
    rows = jax.nn.relu(inputs @ w["rows"] + w["rows_bias"])
    whole = jax.nn.relu(numbers @ w["numbers"] + jnp.mean(rows, -2) @ w["pool"] + w["numbers_bias"])
    for block in range(sum(name.startswith("row_row") for name in w)):
        told = (whole @ w[f"row_all{block}"])[..., None, :]
        if family.has_neighbours:
            told = told + _add_neighbours(rows) @ w[f"row_near{block}"]
        rows = rows + jax.nn.relu(rows @ w[f"row_row{block}"] + told + w[f"row_bias{block}"])
        told = jnp.mean(rows, -2) @ w[f"all_row{block}"]
        whole = whole + jax.nn.relu(whole @ w[f"all_all{block}"] + told + w[f"all_bias{block}"])
    cards = (rows @ w["cards"] + w["cards_bias"]).astype(jnp.float32)
    other = (whole @ w["other"] + w["other_bias"]).astype(jnp.float32)
    by_kind = jnp.moveaxis(cards.reshape(*cards.shape[:-1], family.kinds, -1), -2, -3)
    preferences = jnp.concatenate([by_kind.reshape(*by_kind.shape[:-3], -1), other[..., :1]], axis=-1)
    return jnp.where(family.legal_choices(seen), preferences + family.prior(seen), NEVER), jnp.tanh(other[..., 1])


def _add_neighbours(rows: Any) -> Any:
    """The sum of the rows above and below each row."""
    nothing = jnp.zeros_like(rows[..., :1, :])
    above = jnp.concatenate([nothing, rows[..., :-1, :]], axis=-2)
    return above + jnp.concatenate([rows[..., 1:, :], nothing], axis=-2)


def count_weights(weights: Weights) -> int:
    """The number of weights of a net."""
    return sum(int(np.prod(weight.shape)) for weight in weights.values())
