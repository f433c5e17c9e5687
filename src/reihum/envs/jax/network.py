"""The net of a trained player: from an observation to a preference for every move, and to a value.

The four colours are alike, so they share their weights: each colour's cards become one list of features, and one list
tells of the whole table. Blocks let the two inform each other. The outputs are added to the sums of ``solid``, and
begin at nothing: an untrained net plays like ``solid``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from reihum.envs.jax.observation import (
    OPTIONS,
    OWN_PLANES,
    SCORE_UNIT,
    SINGLE,
    Observation,
    count_numbers,
    count_planes,
)
from reihum.envs.jax.parameters import CARDS, DRAW, NUMBERS, PASS

SHARPNESS = 2.0
"""How many units a move is preferred for each unit of ``solid``'s sum."""
OVERLOOKED = 6.0
"""How much a player who can go out dislikes any other move, as ``reihum.simulator.rows.likelihood`` has it."""
NEVER = -1e9

CHOICES = CARDS + 1
"""Every card, and the other possible move: there is never more than one."""

_LEGAL, _SCORE = OWN_PLANES.index("legal"), OWN_PLANES.index("score")
_GOES_OUT, _OTHERS, _OTHER_SCORE = 3, slice(6, 10), 10

Weights = dict[str, Any]


class NetworkShape(NamedTuple):
    """The size of a net: for how many seats at most, how many features, how many blocks."""

    seats: int
    width: int = 192
    blocks: int = 2


def make_weights(shape: NetworkShape, key: Any) -> Weights:
    """The weights of an untrained net."""
    width = shape.width
    sizes = {"rows": (NUMBERS * count_planes(shape.seats), width), "numbers": (count_numbers(shape.seats), width)}
    sizes["pool"] = (width, width)
    for block in range(shape.blocks):
        sizes |= {f"{name}{block}": (width, width) for name in ("row_row", "row_all", "all_all", "all_row")}
    keys = jax.random.split(key, len(sizes))
    weights: Weights = {
        name: jax.random.normal(key, size) * jnp.sqrt((1.0 if size[0] != width else 0.5) / size[0])
        for key, (name, size) in zip(keys, sizes.items(), strict=True)
    }
    biases = ["rows_bias", "numbers_bias"]
    biases += [f"{name}{block}" for block in range(shape.blocks) for name in ("row_bias", "all_bias")]
    weights |= {name: jnp.zeros(width) for name in biases}
    return weights | {
        "cards": jnp.zeros((width, NUMBERS)),
        "cards_bias": jnp.zeros(NUMBERS),
        "other": jnp.zeros((width, 2)),
        "other_bias": jnp.zeros(2),
    }


def evaluate(weights: Weights, seen: Observation, dtype: Any = jnp.float32) -> tuple[Any, Any]:
    """The preferences for all choices, ``NEVER`` where a choice is illegal, and the value, for many observations."""
    w = {name: weight.astype(dtype) for name, weight in weights.items()}
    planes, numbers = seen.planes.astype(dtype), seen.numbers.astype(dtype)
    colours = jnp.moveaxis(planes, -2, -3).reshape(*planes.shape[:-3], 4, -1)
    rows = jax.nn.relu(colours @ w["rows"] + w["rows_bias"])
    whole = jax.nn.relu(numbers @ w["numbers"] + jnp.mean(rows, -2) @ w["pool"] + w["numbers_bias"])
    for block in range(sum(name.startswith("row_row") for name in w)):
        told = (whole @ w[f"row_all{block}"])[..., None, :]
        rows = rows + jax.nn.relu(rows @ w[f"row_row{block}"] + told + w[f"row_bias{block}"])
        told = jnp.mean(rows, -2) @ w[f"all_row{block}"]
        whole = whole + jax.nn.relu(whole @ w[f"all_all{block}"] + told + w[f"all_bias{block}"])
    cards = (rows @ w["cards"] + w["cards_bias"]).astype(jnp.float32)
    other = (whole @ w["other"] + w["other_bias"]).astype(jnp.float32)
    preferences = jnp.concatenate([cards.reshape(*cards.shape[:-2], CARDS), other[..., :1]], axis=-1)
    return jnp.where(legal_choices(seen), preferences + prior(seen), NEVER), jnp.tanh(other[..., 1])


def legal_choices(seen: Observation) -> Any:
    """Whether each choice is legal."""
    cards = seen.planes[..., _LEGAL, :, :] > 0
    other = jnp.any(_single(seen)[..., _OTHERS] > 0, axis=-1, keepdims=True)
    return jnp.concatenate([cards.reshape(*cards.shape[:-2], CARDS), other], axis=-1)


def prior(seen: Observation) -> Any:
    """The preferences of ``solid``."""
    cards = seen.planes[..., _SCORE, :, :]
    single = _single(seen)
    scale = SHARPNESS * SCORE_UNIT / 1000
    other = single[..., _OTHER_SCORE] * scale - 2 * SHARPNESS * OVERLOOKED * single[..., _GOES_OUT]
    return jnp.concatenate([cards.reshape(*cards.shape[:-2], CARDS) * scale, other[..., None]], axis=-1)


def to_action(seen: Observation, choice: Any) -> Any:
    """The number of the move that a choice means."""
    other = DRAW + jnp.argmax(_single(seen)[..., _OTHERS], axis=-1)
    return jnp.where(choice == CARDS, other, choice).astype(jnp.int32)


def _single(seen: Observation) -> Any:
    return seen.numbers[..., -SINGLE:]


assert _OTHERS.stop - _OTHERS.start == PASS - DRAW + 1
assert SINGLE - OPTIONS > _OTHER_SCORE


def count_weights(weights: Weights) -> int:
    """The number of weights of a net."""
    return sum(int(np.prod(weight.shape)) for weight in weights.values())
