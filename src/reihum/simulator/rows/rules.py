"""The rules of the row games (RULEBOOK §1) once more, for the compiler.

Each function does what ``reihum.games.rows`` does; tests compare them position by position. What changes with every
move, all but the hands, is one tuple, ``Now``, which the compiler keeps in registers. A card is two words, of which
one is 0: so nothing has to be decided by its colour, and a processor never guesses wrong.
"""

from __future__ import annotations

from typing import TypeAlias

from reihum.simulator.bits import size
from reihum.simulator.compiler import Words, index, kernel
from reihum.simulator.rows.cards import ROW
from reihum.simulator.rows.parameters import (
    BLOCKING,
    BY_NUMBER,
    DRAW,
    DRAWS,
    END,
    NONE,
    PASS,
    ROWS,
    SEATS,
    STARTS,
    STARTS_OF_ROW,
    TAKE3,
)
from reihum.simulator.rows.position import DRY, FITS, HANDS, HAS_LAID, TABLE, TOP, TURN

Now: TypeAlias = tuple[int, int, int, int, int, int, int]
"""The table and what fits, two words each; the seat on turn, whether it has laid a card (2: the last one), and the
place of the stock's next card."""

SEAT, LAID = 4, 5
OUT = 2


@kernel
def loaded(position: Words) -> Now:
    """What changes of a position."""
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
def store(position: Words, now: Now) -> None:
    """Write back what has changed."""
    position[TABLE], position[TABLE + 1], position[FITS], position[FITS + 1] = now[0], now[1], now[2], now[3]
    position[TURN], position[HAS_LAID], position[TOP] = now[4], now[5], now[6]


@kernel
def allowed(game: Words, position: Words, now: Now) -> tuple[int, int, int]:
    """The cards that may be laid, as two words, and what else may be done."""
    table, table2, fits, fits2, seat, laid, top = now
    seat = index(seat)
    first = position[HANDS + 2 * seat] & fits
    second = position[HANDS + 2 * seat + 1] & fits2
    stocked = top < position[DRY]
    block = game[BLOCKING]
    other = block if stocked and table | table2 else NONE
    if not first | second:
        other = DRAW if stocked else PASS
    return first, second, END if laid else other


@kernel
def play(game: Words, position: Words, stock: Words, now: Now, card: int, card2: int, other: int) -> Now:
    """The position after a legal move: a card, or without one what else may be done."""
    table, table2, fits, fits2, seat, _, top = now
    seat = index(seat)
    if card | card2:
        hand = position[HANDS + 2 * seat] ^ card
        hand2 = position[HANDS + 2 * seat + 1] ^ card2
        position[HANDS + 2 * seat] = hand
        position[HANDS + 2 * seat + 1] = hand2
        opening = not table | table2
        table, table2, fits, fits2 = lay(game, table, table2, fits, fits2, card, card2)
        if not hand | hand2:
            return table, table2, fits, fits2, seat, OUT, top
        if not opening:  # the card that opens the game is the whole turn
            return table, table2, fits, fits2, seat, 1, top
    elif other == DRAW:
        table, table2, fits, fits2, top = draw(game, position, stock, now)
    elif other == TAKE3:
        top = take3(position, stock, seat, top)
    seat = seat + 1 if seat + 1 < game[SEATS] else 0
    return table, table2, fits, fits2, seat, 0, top


@kernel
def lay(
    game: Words, table: int, table2: int, fits: int, fits2: int, card: int, card2: int
) -> tuple[int, int, int, int]:
    """Put a card on the table: its neighbours fit from now on, and if it opens a row, no other card does so there."""
    if not table | table2:
        fits, fits2 = starts(game, card | card2)
    if game[STARTS_OF_ROW] > 1:
        fits = closed(fits, table, card)
        fits2 = closed(fits2, table2, card2)
    table |= card
    table2 |= card2
    fits = (fits | (card << 1 | card >> 1) & game[ROWS]) & ~table
    fits2 = (fits2 | (card2 << 1 | card2 >> 1) & game[ROWS + 1]) & ~table2
    return table, table2, fits, fits2


@kernel
def starts(game: Words, card: int) -> tuple[int, int]:
    """What opens a row, once the first card is laid; §1.4: where any card opens the game, cards of its number do."""
    if not game[BY_NUMBER]:
        return game[STARTS], game[STARTS + 1]
    number = (card | card >> 32) & ROW
    return (number | number << 32) & game[ROWS], (number | number << 32) & game[ROWS + 1]


@kernel
def closed(fits: int, table: int, card: int) -> int:
    """What fits if a card opens its row: the row's other starts do not."""
    for row in (ROW, ROW << 32):
        if card & row and not table & row:
            fits &= ~row
    return fits


@kernel
def draw(game: Words, position: Words, stock: Words, now: Now) -> tuple[int, int, int, int, int]:
    """§1.1 (b): up to three cards; one that fits is laid at once, the others are kept."""
    table, table2, fits, fits2, seat, _, top = now
    seat = index(seat)
    hand, hand2 = position[HANDS + 2 * seat], position[HANDS + 2 * seat + 1]
    end = min(top + game[DRAWS], position[DRY])
    while top < end:
        card, card2 = words_of(stock[index(top)])
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
    """§1.1 rule A: three cards from the stock, or what is left of it."""
    end = min(top + 3, position[DRY])
    while top < end:
        card, card2 = words_of(stock[index(top)])
        position[HANDS + 2 * seat] |= card
        position[HANDS + 2 * seat + 1] |= card2
        top += 1
    return top


@kernel
def words_of(place: int) -> tuple[int, int]:
    """A place as two words."""
    second = place >> 6 & 1
    return (1 - second) << (place & 63), second << (place & 63)


@kernel
def hand_size(position: Words, seat: int) -> int:
    """The number of cards in a hand."""
    return size(position[HANDS + 2 * seat]) + size(position[HANDS + 2 * seat + 1])


@kernel
def points(position: Words, seat: int) -> int:
    """§1.1: the sum of the numbers in a hand."""
    return numbers(position[HANDS + 2 * seat]) + numbers(position[HANDS + 2 * seat + 1])


@kernel
def numbers(word: int) -> int:
    """The sum of the places of all bits within their rows: how many of them have a 1 in it, a 2, a 4 …"""
    return (
        size(word & 0x002AAAAA002AAAAA)
        + 2 * size(word & 0x000CCCCC000CCCCC)
        + 4 * size(word & 0x0030F0F00030F0F0)
        + 8 * size(word & 0x0000FF000000FF00)
        + 16 * size(word & 0x003F0000003F0000)
    )
