"""Positions for the kernels: what both families have in common."""

from __future__ import annotations

from msgspec import Struct

from reihum.simulator.parameters import Parameters

# A position is an array of numbers, with a second array for the stock, next card first. These are the indices of the
# numbers. A family uses the indices between and after these for its own numbers.
TABLE = 0  # two words
TURN = 4
TOP = 6  # the place of the stock's next card
DRY = 7  # the place behind the stock's last card
DICE = 8
HANDS = 10  # two words for each seat
MAX_SEATS = 6


class Position(Struct, frozen=True):
    """A position for the kernels. If cards are hidden, ``missing`` says how many of the ``unseen`` cards each hand
    lacks. The stock is the rest of them."""

    parameters: Parameters
    words: tuple[int, ...]
    stock: tuple[int, ...] = ()
    missing: tuple[int, ...] = ()
    unseen: tuple[int, ...] = ()
    placed: tuple[str, ...] = ()
    """Master's connections on the table. They matter only for what players see."""
