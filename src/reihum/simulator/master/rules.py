"""The rules of Master (RULEBOOK §2) once more, for the compiler.

Each function does what ``reihum.games.master`` does; tests compare them position by position. What changes with every
move, all but the players' cards, is one tuple, ``Now``, which the compiler keeps in registers.
"""

from __future__ import annotations

from typing import TypeAlias

from reihum.games.master.rules import MOST, WORTH
from reihum.simulator.bits import size
from reihum.simulator.compiler import Words, index, kernel
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
from reihum.simulator.rows.parameters import DRAW, END, NONE, PASS, SEATS
from reihum.simulator.rows.position import DRY, HANDS, TABLE, TOP, TURN
from reihum.simulator.rows.rules import numbers, words_of

Now: TypeAlias = tuple[int, int, int, int, int, int, int, int, int, int]
"""The table and where jokers lie on it, two words each; the seat on turn, the cards it has laid (or ``OUT`` or
``BLOCKED``), the jokers it has won, the place where it must lay, how many have passed, the stock's next card."""

Legal: TypeAlias = tuple[int, int, int, int, int, int, int, int, int, int, int]
"""Places, two words for each: of number cards that may be laid, of jokers, of connections from above, from below, of
swaps; and what else may be done."""

SEAT, COUNT = 4, 5
OUT, BLOCKED = 4, 5

PLACES = 0x003FFFFE003FFFFE
LOW = 0xFFFFFFFF
LOWER, UPPER = 0x7FE, 0x3FF000
MIDDLE = 11


@kernel
def loaded(position: Words) -> Now:
    """What changes of a position."""
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
def store(position: Words, now: Now) -> None:
    """Write back what has changed."""
    position[TABLE], position[TABLE + 1], position[WILD], position[WILD + 1] = now[0], now[1], now[2], now[3]
    position[TURN], position[LAID], position[WON], position[TARGET] = now[4], now[5], now[6], now[7]
    position[PASSES], position[TOP] = now[8], now[9]


@kernel
def beside(table: int) -> int:
    """§2 What fits: empty places next to an occupied one, on either side."""
    return (table << 1 | table >> 1) & PLACES & ~table


@kernel
def across(table: int, table2: int) -> tuple[int, int, int, int]:
    """§2 Connection: the places right under occupied ones, which are reached from above, and those right above."""
    first, second, third, fourth = table & LOW, table >> 32, table2 & LOW, table2 >> 32
    return first << 32, second | third << 32, second | third << 32, fourth


@kernel
def allowed(_game: Words, position: Words, now: Now) -> Legal:
    """§2 Turn: what may be laid, connected or swapped, and what else may be done."""
    table, table2, wild, wild2, seat, laid, won, target, _, top = now
    seat = index(seat)
    hand, hand2 = position[HANDS + 2 * seat], position[HANDS + 2 * seat + 1]
    joker = -1 if position[JOKERS_OF + seat] else 0
    if target:
        place, place2 = words_of(target)
        return hand & place, hand2 & place2, joker & place, joker & place2, 0, 0, 0, 0, 0, 0, NONE
    fits, fits2 = beside(table), beside(table2)
    lays, lays2 = hand & fits, hand2 & fits2
    above, above2, below, below2 = 0, 0, 0, 0
    if position[LINKS_OF + seat]:
        free = (hand | joker & PLACES) & ~(table | fits)
        free2 = (hand2 | joker & PLACES) & ~(table2 | fits2)
        above, above2, below, below2 = across(table, table2)
        above, above2, below, below2 = above & free, above2 & free2, below & free, below2 & free2
    swaps, swaps2 = hand & wild, hand2 & wild2
    if not (laid or fits | fits2):
        swaps = swaps2 = 0
    other = END if laid else NONE
    if not laid and not won:
        other = DRAW if top < position[DRY] else NONE if lays | lays2 else PASS
    return lays, lays2, joker & fits, joker & fits2, above, above2, below, below2, swaps, swaps2, other


@kernel
def play(game: Words, position: Words, stock: Words, now: Now, move: int) -> Now:
    """The position after a legal move."""
    table, table2, wild, wild2, seat, laid, won, target, passes, top = now
    seat = index(seat)
    if move < END or LAY_JOKER <= move < SWAP:
        return lay(game, position, now, move & 127, move >= LAY_JOKER)
    if move >= LINK_ABOVE:
        position[LINKS_OF + seat] -= 1
        return table, table2, wild, wild2, seat, laid, won, move & 127, passes, top
    if move >= SWAP:
        card, card2 = words_of(move & 127)
        position[HANDS + 2 * seat] ^= card
        position[HANDS + 2 * seat + 1] ^= card2
        position[JOKERS_OF + seat] += 1
        return table, table2, wild ^ card, wild2 ^ card2, seat, laid, won + 1, target, passes, top
    if move == DRAW:
        draw(position, seat, stock[index(top)])
        top += 1
    passes = passes + 1 if move == PASS else 0
    state = BLOCKED if passes == game[SEATS] else 0
    return table, table2, wild, wild2, after(game, seat), state, 0, 0, passes, top


@kernel
def lay(game: Words, position: Words, now: Now, place: int, joker: bool) -> Now:
    """Lay a number card or a joker. §2 End: at once with the last hand card."""
    table, table2, wild, wild2, seat, laid, won, _, _, top = now
    seat = index(seat)
    card, card2 = words_of(place)
    if joker:
        position[JOKERS_OF + seat] -= 1
        wild, wild2, won = wild | card, wild2 | card2, max(0, won - 1)
    else:
        position[HANDS + 2 * seat] ^= card
        position[HANDS + 2 * seat + 1] ^= card2
    table, table2, laid = table | card, table2 | card2, laid + 1
    if not gaps(table, table2, place) and position[BONUS_LEFT]:
        position[BONUS_LEFT] -= 1
        position[BONUS_OF + seat] += 1
    if not position[HANDS + 2 * seat] | position[HANDS + 2 * seat + 1] | position[JOKERS_OF + seat]:
        laid = OUT
    elif laid == MOST:
        seat, laid, won = after(game, seat), 0, 0
    return table, table2, wild, wild2, seat, laid, won, 0, 0, top


@kernel
def gaps(table: int, table2: int, place: int) -> int:
    """§2 Bonus: what is empty in the half row of a place; the bits are the numbers."""
    row = (table2 if place & 64 else table) >> (place & 32)
    return (LOWER if place & 31 < MIDDLE else UPPER) & ~row


@kernel
def draw(position: Words, seat: int, place: int) -> None:
    """A card, or a joker, comes into a hand."""
    if place == ANY:
        position[JOKERS_OF + seat] += 1
    else:
        card, card2 = words_of(place)
        position[HANDS + 2 * seat] |= card
        position[HANDS + 2 * seat + 1] |= card2


@kernel
def after(game: Words, seat: int) -> int:
    """The next seat."""
    return seat + 1 if seat + 1 < game[SEATS] else 0


@kernel
def hand_size(position: Words, seat: int) -> int:
    """The number of cards in a hand."""
    return size(position[HANDS + 2 * seat]) + size(position[HANDS + 2 * seat + 1]) + position[JOKERS_OF + seat]


@kernel
def points(position: Words, seat: int) -> int:
    """§2 End: +11 per bonus card, minus the numbers in hand, −11 per joker in hand."""
    cards = numbers(position[HANDS + 2 * seat]) + numbers(position[HANDS + 2 * seat + 1])
    return WORTH * (position[BONUS_OF + seat] - position[JOKERS_OF + seat]) - cards
