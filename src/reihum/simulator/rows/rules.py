"""The rules of the row games (RULEBOOK §1) again, for the compiler.

Each function does what ``reihum.games.rows`` does, and tests compare the two in many positions. Everything that changes
with a move, except the hands, is in one tuple, ``Turn``, which the compiler keeps in registers. A card is two words,
one of them 0: so no branch depends on its colour.
"""

from __future__ import annotations

from typing import TypeAlias

from reihum.simulator.bits import count_bits, lowest_bit
from reihum.simulator.compiler import Words, as_index, kernel
from reihum.simulator.parameters import DRAW, END, NONE, PASS, SEATS, TAKE3
from reihum.simulator.position import DRY, HANDS, MAX_SEATS, TABLE, TOP, TURN
from reihum.simulator.rows.parameters import (
    ANY_ROWS,
    BLOCKING,
    BY_NUMBER,
    DRAWS,
    DUTY,
    GOES_ON,
    ONE_CARD,
    PLAY_ON,
    ROWS,
    STARTS,
    STARTS_OF_ROW,
    TURN_RULE,
)
from reihum.simulator.rows.position import COLOUR_LAID, FIRST_OUT, FITS, HAS_LAID
from reihum.simulator.words import ROW, place_to_words, sum_numbers

Turn: TypeAlias = tuple[int, int, int, int, int, int, int]
"""The table and what fits, two words each, the seat on turn, whether it has laid a card (2: its last one, and the round
is over; from ``COLOUR_LAID`` on: which colour may follow), and the place of the stock's next card."""

SEAT, LAID = 4, 5
OUT = 2


@kernel
def load(position: Words) -> Turn:
    """The numbers of a position that change with a move."""
    return (
        position[TABLE],
        position[TABLE + 1],
        position[FITS],
        position[FITS + 1],
        position[TURN],
        position[HAS_LAID],
        position[TOP],
    )


@kernel
def store(position: Words, turn: Turn) -> None:
    """Write the changed numbers back."""
    position[TABLE], position[TABLE + 1], position[FITS], position[FITS + 1] = turn[0], turn[1], turn[2], turn[3]
    position[TURN], position[HAS_LAID], position[TOP] = turn[4], turn[5], turn[6]


@kernel
def legal_moves(game: Words, position: Words, turn: Turn) -> tuple[int, int, int]:
    """The cards that may be laid, as two words, and the other possible move."""
    table, table2, fits, fits2, seat, laid, top = turn
    seat = as_index(seat)
    first = position[HANDS + 2 * seat] & fits
    second = position[HANDS + 2 * seat + 1] & fits2
    if laid >= COLOUR_LAID:
        row = ROW << 32 * (laid & 1)
        first = 0 if laid & 2 else first & row
        second = second & row if laid & 2 else 0
    if first & game[DUTY] | second & game[DUTY + 1]:
        return first & game[DUTY], second & game[DUTY + 1], NONE
    stocked = top < position[DRY]
    block = game[BLOCKING]
    other = block if stocked and table | table2 else NONE
    if not first | second:
        other = DRAW if stocked else PASS
    return first, second, END if laid else other


@kernel
def apply_move(game: Words, position: Words, stock: Words, turn: Turn, card: int, card2: int, other: int) -> Turn:
    """The position after a legal move: a card or, without one, the other possible move."""
    table, table2, fits, fits2, seat, _, top = turn
    seat = as_index(seat)
    if card | card2:
        hand = position[HANDS + 2 * seat] ^ card
        hand2 = position[HANDS + 2 * seat + 1] ^ card2
        position[HANDS + 2 * seat] = hand
        position[HANDS + 2 * seat + 1] = hand2
        opening = not table | table2
        table, table2, fits, fits2 = lay(game, table, table2, fits, fits2, card, card2)
        if not hand | hand2:
            if not go_out(game, position, seat):
                return table, table2, fits, fits2, seat, OUT, top
        elif not opening and game[TURN_RULE] != ONE_CARD:  # the card that opens the game is the whole turn
            return table, table2, fits, fits2, seat, laid_number(game, card, card2), top
    elif other == DRAW:
        before, before2 = table, table2
        table, table2, fits, fits2, top = draw(game, position, stock, turn)
        card, card2 = table ^ before, table2 ^ before2
        if game[GOES_ON] and card | card2 and before | before2 and game[TURN_RULE] != ONE_CARD:
            return table, table2, fits, fits2, seat, laid_number(game, card, card2), top
    elif other == TAKE3:
        top = take3(position, stock, seat, top)
    return table, table2, fits, fits2, next_seat(game, position, seat), 0, top


@kernel
def laid_number(game: Words, card: int, card2: int) -> int:
    """That a card has been laid, and where it matters, in which row."""
    if game[TURN_RULE] == ANY_ROWS:
        return 1
    return COLOUR_LAID + (2 if card2 else 0) + (lowest_bit(card | card2) >> 5)


@kernel
def next_seat(game: Words, position: Words, seat: int) -> int:
    """The next seat; where all play on, the next one that has cards."""
    for _ in range(MAX_SEATS):
        seat = seat + 1 if seat + 1 < game[SEATS] else 0
        if not game[PLAY_ON] or position[HANDS + 2 * seat] | position[HANDS + 2 * seat + 1]:
            break
    return seat


@kernel
def go_out(game: Words, position: Words, seat: int) -> bool:
    """Whether the round goes on although a seat is out: the others play for their places until one is left."""
    left = 0
    for other in range(game[SEATS]):
        left += 1 if position[HANDS + 2 * other] | position[HANDS + 2 * other + 1] else 0
    if not game[PLAY_ON] or left < 2:
        return False
    if not position[FIRST_OUT]:
        position[FIRST_OUT] = seat + 1
    return True


@kernel
def lay(
    game: Words, table: int, table2: int, fits: int, fits2: int, card: int, card2: int
) -> tuple[int, int, int, int]:
    """Put a card on the table. Its neighbours fit from now on. If it opens a row, no other card may open that row."""
    if not table | table2:
        fits, fits2 = row_starts(game, card | card2)
    if game[STARTS_OF_ROW] > 1:
        fits = close_row(fits, table, card)
        fits2 = close_row(fits2, table2, card2)
    table |= card
    table2 |= card2
    fits = (fits | (card << 1 | card >> 1) & game[ROWS]) & ~table
    fits2 = (fits2 | (card2 << 1 | card2 >> 1) & game[ROWS + 1]) & ~table2
    return table, table2, fits, fits2


@kernel
def row_starts(game: Words, card: int) -> tuple[int, int]:
    """What opens a row, once the first card is laid. §1.4: where any card opens the game, all cards of its number open
    rows."""
    if not game[BY_NUMBER]:
        return game[STARTS], game[STARTS + 1]
    number = (card | card >> 32) & ROW
    return (number | number << 32) & game[ROWS], (number | number << 32) & game[ROWS + 1]


@kernel
def close_row(fits: int, table: int, card: int) -> int:
    """What fits after a card opens its row: the row's other starts do not."""
    for row in (ROW, ROW << 32):
        if card & row and not table & row:
            fits &= ~row
    return fits


@kernel
def draw(game: Words, position: Words, stock: Words, turn: Turn) -> tuple[int, int, int, int, int]:
    """§1.1 (b): draw up to three cards. One that fits is laid at once, the others are kept."""
    table, table2, fits, fits2, seat, _, top = turn
    seat = as_index(seat)
    hand, hand2 = position[HANDS + 2 * seat], position[HANDS + 2 * seat + 1]
    end = min(top + game[DRAWS], position[DRY])
    while top < end:
        card, card2 = place_to_words(stock[as_index(top)])
        top += 1
        if card & fits | card2 & fits2:
            table, table2, fits, fits2 = lay(game, table, table2, fits, fits2, card, card2)
            break
        hand |= card
        hand2 |= card2
    position[HANDS + 2 * seat], position[HANDS + 2 * seat + 1] = hand, hand2
    return table, table2, fits, fits2, top


@kernel
def take3(position: Words, stock: Words, seat: int, top: int) -> int:
    """§1.1 rule A: take three cards from the stock, or what is left of it."""
    end = min(top + 3, position[DRY])
    while top < end:
        card, card2 = place_to_words(stock[as_index(top)])
        position[HANDS + 2 * seat] |= card
        position[HANDS + 2 * seat + 1] |= card2
        top += 1
    return top


@kernel
def count_hand(position: Words, seat: int) -> int:
    """The number of cards in a hand."""
    return count_bits(position[HANDS + 2 * seat]) + count_bits(position[HANDS + 2 * seat + 1])


@kernel
def count_points(position: Words, seat: int) -> int:
    """§1.1: the sum of the numbers in a hand."""
    return sum_numbers(position[HANDS + 2 * seat]) + sum_numbers(position[HANDS + 2 * seat + 1])
