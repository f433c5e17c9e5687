"""The rules of Master (RULEBOOK §2) again, for the compiler.

Each function does what ``reihum.games.master`` does, and tests compare the two in many positions. Everything that
changes with a move, except the players' cards, is in one tuple, ``Turn``, which the compiler keeps in registers.
"""

from __future__ import annotations

from typing import TypeAlias

from reihum.games.master.rules import MOST, WORTH
from reihum.simulator.bits import count_bits
from reihum.simulator.compiler import Words, as_index, kernel
from reihum.simulator.master.parameters import ANY
from reihum.simulator.master.position import (
    BONUS_LEFT,
    BONUS_OF,
    JOKERS_OF,
    LAID,
    LAY_JOKER,
    LINK_ABOVE,
    LINKS_OF,
    PASSES,
    SWAP,
    TARGET,
    WILD,
    WON,
)
from reihum.simulator.parameters import DRAW, END, NONE, PASS, SEATS
from reihum.simulator.position import DRY, HANDS, TABLE, TOP, TURN
from reihum.simulator.words import place_to_words, sum_numbers

Turn: TypeAlias = tuple[int, int, int, int, int, int, int, int, int, int]
"""The table and where jokers lie on it, two words each, the seat on turn, the cards it has laid (or ``OUT`` or
``BLOCKED``), the jokers it has won, the place where it must lay, the number of passes, and the place of the stock's
next card."""

LegalMoves: TypeAlias = tuple[int, int, int, int, int, int, int, int, int, int, int]
"""Places, two words each: number cards that may be laid, jokers, connections from above, connections from below, swaps.
Then the other possible move."""

SEAT, COUNT = 4, 5
OUT, BLOCKED = 4, 5

PLACES = 0x003FFFFE003FFFFE
LOW_32_BITS = 0xFFFFFFFF
LOWER, UPPER = 0x7FE, 0x3FF000
MIDDLE = 11


@kernel
def load(position: Words) -> Turn:
    """The numbers of a position that change with a move."""
    return (
        position[TABLE],
        position[TABLE + 1],
        position[WILD],
        position[WILD + 1],
        position[TURN],
        position[LAID],
        position[WON],
        position[TARGET],
        position[PASSES],
        position[TOP],
    )


@kernel
def store(position: Words, turn: Turn) -> None:
    """Write the changed numbers back."""
    position[TABLE], position[TABLE + 1], position[WILD], position[WILD + 1] = turn[0], turn[1], turn[2], turn[3]
    position[TURN], position[LAID], position[WON], position[TARGET] = turn[4], turn[5], turn[6], turn[7]
    position[PASSES], position[TOP] = turn[8], turn[9]


@kernel
def empty_beside(table: int) -> int:
    """§2 What fits: empty places next to an occupied one, on either side."""
    return (table << 1 | table >> 1) & PLACES & ~table


@kernel
def linked_places(table: int, table2: int) -> tuple[int, int, int, int]:
    """§2 Connection: the places right below occupied ones, reached from above, and those right above."""
    first, second, third, fourth = table & LOW_32_BITS, table >> 32, table2 & LOW_32_BITS, table2 >> 32
    return first << 32, second | third << 32, second | third << 32, fourth


@kernel
def legal_moves(_game: Words, position: Words, turn: Turn) -> LegalMoves:
    """§2 Turn: what may be laid, connected or swapped, and the other possible move."""
    table, table2, wild, wild2, seat, laid, won, target, _, top = turn
    seat = as_index(seat)
    hand, hand2 = position[HANDS + 2 * seat], position[HANDS + 2 * seat + 1]
    joker = -1 if position[JOKERS_OF + seat] else 0
    if target:
        place, place2 = place_to_words(target)
        return hand & place, hand2 & place2, joker & place, joker & place2, 0, 0, 0, 0, 0, 0, NONE
    fits, fits2 = empty_beside(table), empty_beside(table2)
    lays, lays2 = hand & fits, hand2 & fits2
    above, above2, below, below2 = 0, 0, 0, 0
    if position[LINKS_OF + seat]:
        free = (hand | joker & PLACES) & ~(table | fits)
        free2 = (hand2 | joker & PLACES) & ~(table2 | fits2)
        above, above2, below, below2 = linked_places(table, table2)
        above, above2, below, below2 = above & free, above2 & free2, below & free, below2 & free2
    swaps, swaps2 = hand & wild, hand2 & wild2
    if not (laid or fits | fits2):
        swaps = swaps2 = 0
    other = END if laid else NONE
    if not laid and not won:
        other = DRAW if top < position[DRY] else NONE if lays | lays2 else PASS
    return lays, lays2, joker & fits, joker & fits2, above, above2, below, below2, swaps, swaps2, other


@kernel
def apply_move(game: Words, position: Words, stock: Words, turn: Turn, move: int) -> Turn:
    """The position after a legal move."""
    table, table2, wild, wild2, seat, laid, won, target, passes, top = turn
    seat = as_index(seat)
    if move < END or LAY_JOKER <= move < SWAP:
        return lay(game, position, turn, move & 127, move >= LAY_JOKER)
    if move >= LINK_ABOVE:
        position[LINKS_OF + seat] -= 1
        return table, table2, wild, wild2, seat, laid, won, move & 127, passes, top
    if move >= SWAP:
        card, card2 = place_to_words(move & 127)
        position[HANDS + 2 * seat] ^= card
        position[HANDS + 2 * seat + 1] ^= card2
        position[JOKERS_OF + seat] += 1
        return table, table2, wild ^ card, wild2 ^ card2, seat, laid, won + 1, target, passes, top
    if move == DRAW:
        draw(position, seat, stock[as_index(top)])
        top += 1
    passes = passes + 1 if move == PASS else 0
    state = BLOCKED if passes == game[SEATS] else 0
    return table, table2, wild, wild2, next_seat(game, seat), state, 0, 0, passes, top


@kernel
def lay(game: Words, position: Words, turn: Turn, place: int, joker: bool) -> Turn:
    """Lay a number card or a joker. §2 End: the round ends at once with the last hand card."""
    table, table2, wild, wild2, seat, laid, won, _, _, top = turn
    seat = as_index(seat)
    card, card2 = place_to_words(place)
    if joker:
        position[JOKERS_OF + seat] -= 1
        wild, wild2, won = wild | card, wild2 | card2, max(0, won - 1)
    else:
        position[HANDS + 2 * seat] ^= card
        position[HANDS + 2 * seat + 1] ^= card2
    table, table2, laid = table | card, table2 | card2, laid + 1
    if not half_row_gaps(table, table2, place) and position[BONUS_LEFT]:
        position[BONUS_LEFT] -= 1
        position[BONUS_OF + seat] += 1
    if not position[HANDS + 2 * seat] | position[HANDS + 2 * seat + 1] | position[JOKERS_OF + seat]:
        laid = OUT
    elif laid == MOST:
        seat, laid, won = next_seat(game, seat), 0, 0
    return table, table2, wild, wild2, seat, laid, won, 0, 0, top


@kernel
def half_row_gaps(table: int, table2: int, place: int) -> int:
    """§2 Bonus: what is empty in the half row of a place. The bits are the numbers."""
    row = (table2 if place & 64 else table) >> (place & 32)
    return (LOWER if place & 31 < MIDDLE else UPPER) & ~row


@kernel
def draw(position: Words, seat: int, place: int) -> None:
    """Add a card, or a joker, to a hand."""
    if place == ANY:
        position[JOKERS_OF + seat] += 1
    else:
        card, card2 = place_to_words(place)
        position[HANDS + 2 * seat] |= card
        position[HANDS + 2 * seat + 1] |= card2


@kernel
def next_seat(game: Words, seat: int) -> int:
    """The next seat."""
    return seat + 1 if seat + 1 < game[SEATS] else 0


@kernel
def count_hand(position: Words, seat: int) -> int:
    """The number of cards in a hand."""
    return (
        count_bits(position[HANDS + 2 * seat]) + count_bits(position[HANDS + 2 * seat + 1]) + position[JOKERS_OF + seat]
    )


@kernel
def count_points(position: Words, seat: int) -> int:
    """§2 End: +11 per bonus card, minus the numbers in hand, −11 per joker in hand."""
    cards = sum_numbers(position[HANDS + 2 * seat]) + sum_numbers(position[HANDS + 2 * seat + 1])
    return WORTH * (position[BONUS_OF + seat] - position[JOKERS_OF + seat]) - cards
