"""What a net of Master chooses from: laying a card or a joker, a connection or a swap at every place, and the other
possible move. There is never more than one, and from which side a connection comes does not matter."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp

from reihum.envs.jax.master.observation import OWN_PLANES, SCORE_UNIT, SINGLE
from reihum.envs.jax.master.parameters import DRAW, PASS, PLACES
from reihum.envs.jax.master.policies import CHOICES, KINDS, name_move
from reihum.envs.jax.observation import Observation

SHARPNESS = 0.25
"""How many units a move is preferred for each unit of ``solid``'s sum."""

_TABLE = OWN_PLANES.index("table")
_LEGAL, _SCORES = (slice(first, first + len(KINDS)) for first in map(OWN_PLANES.index, ("lay", "lay_score")))
_OTHERS, _OTHER_SCORE = slice(13, 16), 16

assert _OTHERS.stop - _OTHERS.start == PASS - DRAW + 1
assert SINGLE == _OTHER_SCORE + 2


def legal_choices(seen: Observation) -> Any:
    """Whether each choice is legal."""
    other = jnp.any(_single(seen)[..., _OTHERS] > 0, axis=-1)
    return _join(seen.planes[..., _LEGAL, :, :] > 0, other)


def prior(seen: Observation) -> Any:
    """The preferences of ``solid``."""
    scale = SHARPNESS * SCORE_UNIT / 1000
    return scale * _join(seen.planes[..., _SCORES, :, :], _single(seen)[..., _OTHER_SCORE])


def to_action(seen: Observation, choice: Any) -> Any:
    """The number of the move that a choice means."""
    table = seen.planes[..., _TABLE, :, :] > 0
    above = jnp.concatenate([jnp.zeros_like(table[..., :1, :]), table[..., :-1, :]], axis=-2)
    other = DRAW + jnp.argmax(_single(seen)[..., _OTHERS], axis=-1)
    return name_move(above.reshape(*above.shape[:-2], PLACES), other, choice)


def _join(places: Any, other: Any) -> Any:
    return jnp.concatenate([places.reshape(*places.shape[:-3], CHOICES - 1), other[..., None]], axis=-1)


def _single(seen: Observation) -> Any:
    return seen.numbers[..., -SINGLE:]
