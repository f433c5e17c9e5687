"""Sets of cards as four words of 32 bits, in JAX: a word for each colour, a bit for each number."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import lax

ROW_NUMBERS = 20
"""The numbers of a row, but in Master."""


def bits_of(numbers: int) -> np.ndarray[Any, Any]:
    """The bit of each number from 1 on."""
    return (np.uint32(2) << np.arange(numbers, dtype=np.uint32)).astype(np.uint32)


BITS = bits_of(ROW_NUMBERS)

_NUMBERS_WITH = tuple(
    (1 << bit, np.uint32(sum(1 << number for number in range(32) if number >> bit & 1))) for bit in range(5)
)


def to_planes(words: Any, numbers: int = ROW_NUMBERS) -> Any:
    """A number for every card, 0 or 1: words [… 4] become planes [… 4, 20]."""
    return (words[..., None] & bits_of(numbers)) != 0


def to_words(planes: Any) -> Any:
    """The words of planes."""
    return jnp.sum(jnp.where(planes, bits_of(planes.shape[-1]), np.uint32(0)), axis=-1, dtype=jnp.uint32)


def count(words: Any) -> Any:
    """The number of cards in each word."""
    return lax.population_count(words).astype(jnp.int32)


def sum_numbers(words: Any) -> Any:
    """The sum of the numbers on the cards of each word: how many of them contain a 1, a 2, a 4 …"""
    return sum(worth * count(words & mask) for worth, mask in _NUMBERS_WITH)


def any_of(words: Any) -> Any:
    """Whether there is a card in any of the four words."""
    return jnp.any(words != 0, axis=-1)


def reachable(free: Any, card: Any) -> Any:
    """The empty places that can be reached over a card once it lies: outwards to the next laid card or to the end."""
    return empty_above(free, card) | empty_below(free, card)


def empty_above(free: Any, card: Any) -> Any:
    """The empty places above a card: the carry of an addition runs through all of them."""
    return ((free + card) ^ free) & free ^ card


def empty_below(free: Any, card: Any) -> Any:
    """The empty places below a card. Place 0 is never free and stops the search."""
    return card - (np.uint32(1) << (np.uint32(32) - lax.clz(~free & (card - 1))))


def spread(start: Any, within: Any) -> Any:
    """All cards of runs within a set in which a card of ``start`` lies, in five doublings each way."""
    up = down = start & within
    up_mask = down_mask = within
    for shift in (1, 2, 4, 8, 16):
        up, up_mask = up | up_mask & (up << shift), up_mask & (up_mask << shift)
        down, down_mask = down | down_mask & (down >> shift), down_mask & (down_mask >> shift)
    return up | down
