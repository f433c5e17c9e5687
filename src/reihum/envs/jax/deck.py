"""Decks and who begins, in JAX: shared by all games."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from reihum.engine import Game
from reihum.engine.options import RANDOM

BY_LOT = -1


def read_first(game: Game) -> np.int32:
    """The seat that begins as the option ``first`` says, or ``BY_LOT``."""
    first = game.options.get("first")
    return np.int32(BY_LOT if first == RANDOM else int(first or 0))


def draw_first(key: Any, first: Any, seats: Any) -> Any:
    """The seat that begins."""
    lot = jax.random.randint(key, (), 0, seats)
    return jnp.where(first == BY_LOT, lot, first).astype(jnp.int32)


def shuffle(key: Any, in_play: Any) -> Any:
    """Each card's place in a shuffled deck: how many cards have a smaller random number. Cards that are not in play
    come last. There are at most 128 cards."""
    cards = np.arange(in_play.shape[0], dtype=np.uint32)
    dice = jax.random.bits(key, cards.shape, jnp.uint32) & np.uint32(0x7FFFFF80) | cards  # no two are equal
    dice = jnp.where(in_play, dice, dice | np.uint32(1 << 31))
    return jnp.sum(dice[:, None] > dice[None, :], axis=1, dtype=jnp.uint8)


def shuffle_deck(key: Any, in_play: Any) -> Any:
    """The cards of a shuffled deck from the top, by number. Cards that are not in play come last."""
    order = shuffle(key, in_play)
    return jnp.zeros_like(order).at[order].set(np.arange(order.shape[0], dtype=np.uint8))
