"""Cards as bits of two words, for the kernels.

A word holds two rows of 32 bits. A card's number is its bit within its row, so neighbours are neighbours and both ends
of a row stay free. The *place* of a card is 64 · its word + its bit.
"""

from __future__ import annotations

from reihum.simulator.bits import bit_length, count_bits
from reihum.simulator.compiler import kernel

ROW = 0x7FFFFF
"""The bits of a row: shift by 0 or 32."""


def split_words(bits: int) -> tuple[int, int]:
    """Bits at places, as two words."""
    return bits & (1 << 64) - 1, bits >> 64


def join_words(first: int, second: int) -> int:
    """Two words as bits at places."""
    return first | second << 64


@kernel
def place_to_words(place: int) -> tuple[int, int]:
    """The card at a place, as two words. One of them is 0."""
    second = place >> 6 & 1
    return (1 - second) << (place & 63), second << (place & 63)


@kernel
def sum_numbers(word: int) -> int:
    """The sum of the numbers of all cards in a word: how many of the numbers contain a 1, a 2, a 4 …"""
    return (
        count_bits(word & 0x002AAAAA002AAAAA)
        + 2 * count_bits(word & 0x000CCCCC000CCCCC)
        + 4 * count_bits(word & 0x0030F0F00030F0F0)
        + 8 * count_bits(word & 0x0000FF000000FF00)
        + 16 * count_bits(word & 0x003F0000003F0000)
    )


@kernel
def empty_above(free: int, card: int) -> int:
    """The empty places above a card: the carry of an addition runs through all of them."""
    return (free + card ^ free) & free ^ card


@kernel
def empty_below(free: int, card: int) -> int:
    """The empty places below a card. Place 0 of a row is never free, so it stops the search."""
    return card - (1 << bit_length(~free & card - 1))
