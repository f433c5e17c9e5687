"""The shape of observations and masks as numbers for the kernels, and how planes are written.

A plane has one byte for each card of the game, in rank order. The kernels keep cards as bits of two words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from reihum.cards import Card
from reihum.engine import Move
from reihum.envs.vector.byte_arrays import LOW_BITS, store_bytes
from reihum.simulator import sampler  # noqa: F401  # so that these kernels always come last: see ``kernels_version``
from reihum.simulator.bits import deposit_bits
from reihum.simulator.compiler import Words, kernel, make_words
from reihum.simulator.position import DRY, TOP, TURN

# The index of each number of a shape.
CARDS = 0
ROWS = 1  # how many rows
WIDTH = 2  # the cards of a row
FIRST_PLACES = 3  # the place of each row's first card
NUMBERS = 7  # the number of each of the simulator's moves in the mask
CODES = 768  # how many numbers the simulator has for moves
MOVES = NUMBERS + CODES  # and the simulator's move for each number


def make_shape(cards: Sequence[Card], moves: Sequence[Move], code_of: Callable[[Move | str], int]) -> Words:
    """What the kernels have to know about observations and masks: the cards of a plane, and the moves of a mask. A code
    is the simulator's number of a move; that of laying a card is the card's place."""
    firsts = [card for number, card in enumerate(cards) if number == 0 or card[0] != cards[number - 1][0]]
    codes = [code_of(move) for move in moves]
    numbers = {code: number for number, code in enumerate(codes)}
    places = [code_of(f"lay {card}") for card in firsts]
    shape = [len(cards), len(firsts), len(cards) // len(firsts), *places, *[0] * (4 - len(firsts))]
    return make_words([*shape, *(numbers.get(code, 0) for code in range(CODES)), *codes])


@kernel
def write_plane(shape: Words, first: int, second: int, out: Any, at: int) -> None:
    """Write cards, given as two words, as one byte each."""
    bits = count = 0
    for row in range(shape[ROWS]):
        place = shape[FIRST_PLACES + row]
        bits |= ((second if place >> 6 else first) >> (place & 63) & (1 << shape[WIDTH]) - 1) << count
        count += shape[WIDTH]
        while count >= 8:
            store_bytes(out, at, deposit_bits(bits & 0xFF, LOW_BITS))
            bits >>= 8
            count -= 8
            at += 8
    for place in range(count):
        out[at + place] = bits >> place & 1


@kernel
def clear(out: Any, at: int, end: int) -> None:
    """Write zeros."""
    for place in range(at, end):
        out[place] = 0


@kernel
def write_seats(position: Words, first: int, seats: int, out: Any, at: int) -> None:
    """Write a number of each seat, from the one on turn on. The numbers begin at an index of the position."""
    seat = position[TURN]
    for turn in range(seats):
        out[at + turn] = position[first + seat]
        seat = seat + 1 if seat + 1 < seats else 0


@kernel
def write_acts(seats: int, out: Any, at: int) -> None:
    """Write who acts: the observer."""
    for turn in range(seats):
        out[at + turn] = 0 if turn else 1


@kernel
def count_stock(position: Words) -> int:
    """The number of cards in the stock."""
    return position[DRY] - position[TOP]
