"""What a net of the row games chooses from: every card, and the other possible move. There is never more than one."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp

from reihum.envs.jax.observation import Observation
from reihum.envs.jax.rows.observation import OPTIONS, OWN_PLANES, SCORE_UNIT, SINGLE
from reihum.envs.jax.rows.parameters import CARDS, DRAW, PASS

SHARPNESS = 2.0
"""How many units a move is preferred for each unit of ``solid``'s sum."""
OVERLOOKED = 6.0
"""How much a player who can go out dislikes any other move, as ``reihum.simulator.rows.likelihood`` has it."""

_LEGAL, _SCORE = OWN_PLANES.index("legal"), OWN_PLANES.index("score")
_GOES_OUT, _OTHERS, _OTHER_SCORE = 3, slice(6, 10), 10

assert _OTHERS.stop - _OTHERS.start == PASS - DRAW + 1
assert SINGLE - OPTIONS > _OTHER_SCORE


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
