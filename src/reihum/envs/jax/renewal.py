"""New rounds for the tables whose round is over, a few tables at a time: most tables need none, and dealing is slow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp

TABLES_PER_DEAL = 32
"""One in this many tables can be dealt to at once. If more need it, they are dealt to in several goes."""


def renew(deal: Callable[[Any, Any], Any], now: Any, over: Any, key: Any) -> Any:
    """The tables ``now``, where every table that is ``over`` has a new round. ``deal`` takes numbers of tables and as
    many keys. A number beyond the last table is for nobody."""
    tables = over.shape[0]
    at_once = -(-tables // TABLES_PER_DEAL)

    def step(state: tuple[Any, Any, Any]) -> tuple[Any, Any, Any]:
        now, over, key = state
        chosen = jnp.nonzero(over, size=at_once, fill_value=tables)[0]
        this, later = jax.random.split(key)
        new = deal(chosen, jax.random.split(this, at_once))
        now = jax.tree.map(lambda all_, some: all_.at[chosen].set(some, mode="drop"), now, new)
        return now, over.at[chosen].set(False, mode="drop"), later

    return jax.lax.while_loop(lambda state: jnp.any(state[1]), step, (now, over, key))[0]
