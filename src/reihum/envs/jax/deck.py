"""Decks and who begins, in JAX: shared by all games."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from reihum.engine import Game
from reihum.engine.options import RANDOM

BY_LOT = NOBODY = -1
"""Instead of a seat: the lot decides, and the card is in no hand."""


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
    return find_places(shuffle(key, in_play))  # a deck and the places of its cards are each other's inverse


def find_places(deck: Any) -> Any:
    """The place of each card in a deck."""
    return jnp.zeros_like(deck).at[deck].set(np.arange(deck.shape[0], dtype=np.uint8))


def deal_hands(deck: Any, hands: Any, skipped: int = 0) -> Any:
    """The seat that gets each card, or ``NOBODY``: whole hands of these sizes from the top, below the cards skipped."""
    places = find_places(deck).astype(jnp.int32) - skipped
    end = jnp.cumsum(hands)[:, None]
    mine = (places >= end - hands[:, None]) & (places < end)
    return jnp.where(jnp.any(mine, axis=0), jnp.argmax(mine, axis=0), NOBODY).astype(jnp.int8)
