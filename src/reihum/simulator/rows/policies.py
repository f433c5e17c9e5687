"""How simulated players choose: at random, eagerly, holding back (as ``reihum.bots.simple.rows`` does), or by weights.

Weights belong to what a move does, ``FEATURES``. The move with the highest weighted sum is made, the first in rank
order if several are equal. A player who can go out does.
"""

from __future__ import annotations

from reihum.simulator.bits import count_bits, deposit_bits, lowest_bit
from reihum.simulator.compiler import Weights, Words, as_index, kernel
from reihum.simulator.dice import below, throw
from reihum.simulator.parameters import END, NONE, SEATS
from reihum.simulator.policies import EAGER, HOLDER, LATE_CARDS, RANDOM, WEIGHTS
from reihum.simulator.position import HANDS
from reihum.simulator.rows.parameters import ONE_CARD, ONE_COLOUR, ROWS, TURN_RULE
from reihum.simulator.rows.rules import SEAT, Turn, count_hand
from reihum.simulator.words import ROW, empty_above, empty_below, sum_numbers

FEATURES = (
    "behind",  # own cards that wait behind the card
    "points-behind",  # their numbers
    "others-behind",  # places behind it that are not for own cards
    "dead-end",  # 1 if nothing is behind it
    "number",  # the number on the card
    "next-own",  # own cards beside it
    "next-others",  # free places beside it that are not for own cards
    "opens-row",  # 1 if it opens a row
    "number-late",  # the number on the card, once it is late
    "others-late",  # others-behind, once it is late
    "end",  # 1 for ending the turn
    "end-fitting",  # cards that still fit, when ending
    "end-late",  # 1 for ending late
    "block",  # 1 for taking or drawing instead of laying
    "block-fitting",  # cards that fit, when blocking
    "block-late",  # 1 for blocking late
)
"""What the weights of the weighted policy weigh, in their order."""


@kernel
def choose(
    game: Words, position: Words, turn: Turn, legal: tuple[int, int, int], policy: int, weights: Weights, dice: int
) -> tuple[int, int, int]:
    """The card to lay, as two words, or no card for the other possible move, and the dice after it. ``weights`` holds
    those of all seats, one after another."""
    first, second, other = legal
    if policy == RANDOM:
        return choose_any(first, second, other, dice)
    if not first | second:
        return 0, 0, dice
    if policy == EAGER:
        return (first & -first, 0, dice) if first else (0, second & -second, dice)
    card, card2 = (
        choose_holding(game, position, turn, legal)
        if policy == HOLDER
        else choose_weighted(game, position, turn, legal, weights)
    )
    return card, card2, dice


@kernel
def choose_any(first: int, second: int, other: int, dice: int) -> tuple[int, int, int]:
    """Any move, all equally likely."""
    card, card2 = nth_move(first, second, below(dice, count_moves(first, second, other)))
    return card, card2, throw(dice)


@kernel
def count_moves(first: int, second: int, other: int) -> int:
    """The number of legal moves."""
    return count_bits(first) + count_bits(second) + (0 if other == NONE else 1)


@kernel
def nth_move(first: int, second: int, number: int) -> tuple[int, int]:
    """The card of the n-th legal move, as two words. Behind the last card comes the move without a card."""
    chosen = 1 << number
    return deposit_bits(chosen, first), deposit_bits(chosen >> count_bits(first), second)


@kernel
def choose_holding(game: Words, position: Words, turn: Turn, legal: tuple[int, int, int]) -> tuple[int, int]:
    """One card per turn, unless the whole hand can be laid: a dead end, else the card with most own cards waiting
    behind it, else the highest number."""
    first, second, other = legal
    if other == END and not can_go_out(game, position, turn):
        return 0, 0
    best, best2, most = 0, 0, -1
    for word in range(2):
        left = second if word else first
        free = game[ROWS + word] & ~(turn[1] if word else turn[0])
        hand = position[HANDS + 2 * as_index(turn[SEAT]) + word]
        while left:
            card = left & -left
            left ^= card
            behind = reachable(free, card)
            worth = count_bits(behind & hand) << 5 | lowest_bit(card) & 31
            if not behind:
                worth |= 1 << 12
            if worth > most:
                best, best2, most = 0 if word else card, card if word else 0, worth
    return best, best2


@kernel
def choose_weighted(
    game: Words, position: Words, turn: Turn, legal: tuple[int, int, int], weights: Weights
) -> tuple[int, int]:
    """The move with the highest sum of weighted features."""
    first, second, other = legal
    seat = as_index(turn[SEAT])
    late = is_late(game, position, seat)
    best, best2, most, found = 0, 0, 0.0, False
    if other != NONE and not can_go_out(game, position, turn):
        at = WEIGHTS * seat + (10 if other == END else 13)
        most = weights[at] + weights[at + 1] * (count_bits(first) + count_bits(second)) + weights[at + 2] * late
        found = True
    for word in range(2):
        left = second if word else first
        table = turn[1] if word else turn[0]
        hand = position[HANDS + 2 * seat + word]
        while left:
            card = left & -left
            left ^= card
            worth = weigh_card(game[ROWS + word], table, hand, card, late, weights, WEIGHTS * seat)
            if not found or worth > most:
                best, best2, most, found = 0 if word else card, card if word else 0, worth, True
    return best, best2


@kernel
def weigh_card(rows: int, table: int, hand: int, card: int, late: int, weights: Weights, at: int) -> float:
    """What laying a card is worth."""
    number = lowest_bit(card) & 31
    row = ROW << (lowest_bit(card) & 32)
    behind = reachable(rows & ~table, card)
    beside = behind & (card << 1 | card >> 1)
    others = count_bits(behind & ~hand)
    return (
        weights[at] * count_bits(behind & hand)
        + weights[at + 1] * sum_numbers(behind & hand)
        + weights[at + 2] * others
        + weights[at + 3] * (0 if behind else 1)
        + weights[at + 4] * number
        + weights[at + 5] * count_bits(beside & hand)
        + weights[at + 6] * count_bits(beside & ~hand)
        + weights[at + 7] * (0 if table & row else 1)
        + (weights[at + 8] * number + weights[at + 9] * others) * late
    )


@kernel
def is_late(game: Words, position: Words, seat: int) -> int:
    """1 if somebody else has only a few cards left."""
    late = 0
    for other in range(game[SEATS]):
        if other != seat and 0 < count_hand(position, other) <= LATE_CARDS:
            late = 1
    return late


@kernel
def reachable(free: int, card: int) -> int:
    """The empty places that can be reached over a card once it lies: outwards to the next laid card or to the end."""
    return empty_above(free, card) | empty_below(free, card)


@kernel
def can_go_out(game: Words, position: Words, turn: Turn) -> bool:
    """Whether the whole hand can be laid in this turn."""
    table, table2, fits, fits2 = turn[0], turn[1], turn[2], turn[3]
    seat = as_index(turn[SEAT])
    hand, hand2 = position[HANDS + 2 * seat], position[HANDS + 2 * seat + 1]
    if game[TURN_RULE] == ONE_CARD and count_bits(hand) + count_bits(hand2) > 1:
        return False
    if game[TURN_RULE] == ONE_COLOUR and count_rows(hand, hand2) > 1:
        return False
    return can_lay_all(hand, fits, table) and can_lay_all(hand2, fits2, table2)


@kernel
def count_rows(hand: int, hand2: int) -> int:
    """The number of colours in a hand."""
    rows = 0
    for row in (ROW, ROW << 32):
        rows += (1 if hand & row else 0) + (1 if hand2 & row else 0)
    return rows


@kernel
def can_lay_all(hand: int, fits: int, table: int) -> bool:
    """Whether all cards of one word can be laid: those that fit and, again and again, their neighbours."""
    reached = hand & fits
    for row in (ROW, ROW << 32):
        if not table & row:  # a new row is opened once; the others must follow from there
            new = reached & row
            reached ^= new ^ (new & -new)
    while True:
        more = (reached | reached << 1 | reached >> 1) & hand
        if more == reached:
            return reached == hand
        reached = more
