"""How simulated players choose: at random, eagerly, holding back (as ``reihum.bots.simple.rows`` does), or by weights.

Weights belong to what a move does, ``FEATURES``; the move whose weighted sum is highest is made, the first in rank
order if several are. Whoever can go out does.
"""

from __future__ import annotations

from reihum.simulator.bits import length, lowest, size, spread
from reihum.simulator.compiler import Weights, Words, index, kernel
from reihum.simulator.dice import below, thrown
from reihum.simulator.rows.cards import ROW
from reihum.simulator.rows.parameters import END, NONE, ROWS, SEATS
from reihum.simulator.rows.position import HANDS
from reihum.simulator.rows.rules import SEAT, Now, hand_size, numbers

POLICIES = ("random", "eager", "holder", "weighted")
RANDOM, EAGER, HOLDER, WEIGHTED = range(4)

FEATURES = (
    "behind",  # own cards that wait behind the card
    "points-behind",  # their numbers
    "others-behind",  # places behind it that are not for own cards
    "dead-end",  # 1 if nothing is behind it
    "number",  # the number on the card
    "next-own",  # own cards beside it
    "next-others",  # free places beside it that are not for own cards
    "opens-row",  # 1 if it opens a row
    "number-late",  # the number on the card, once somebody else has at most LATE cards
    "others-late",  # others-behind, then
    "end",  # 1 for ending the turn
    "end-fitting",  # cards that still fit, when ending
    "end-late",  # 1 for ending late
    "block",  # 1 for taking or drawing instead of laying
    "block-fitting",  # cards that fit, when blocking
    "block-late",  # 1 for blocking late
)
"""What the weights of the weighted policy weigh, in their order."""

WEIGHTS = 16
LATE = 3


@kernel
def choose(
    game: Words, position: Words, now: Now, legal: tuple[int, int, int], policy: int, weights: Weights, dice: int
) -> tuple[int, int, int]:
    """The card to lay, as two words, or none for what else may be done; and the dice after it. ``weights`` are those
    of all seats, one after another."""
    first, second, other = legal
    if policy == RANDOM:
        return any_of(first, second, other, dice)
    if not first | second:
        return 0, 0, dice
    if policy == EAGER:
        return (first & -first, 0, dice) if first else (0, second & -second, dice)
    card, card2 = hold(game, position, now, legal) if policy == HOLDER else weigh(game, position, now, legal, weights)
    return card, card2, dice


@kernel
def any_of(first: int, second: int, other: int, dice: int) -> tuple[int, int, int]:
    """Any move, each as likely as another."""
    here = size(first)
    choices = here + size(second) + (0 if other == NONE else 1)
    chosen = 1 << below(dice, choices)  # behind the last card: no card
    return spread(chosen, first), spread(chosen >> here, second), thrown(dice)


@kernel
def hold(game: Words, position: Words, now: Now, legal: tuple[int, int, int]) -> tuple[int, int]:
    """One card per turn, unless the whole hand goes: a dead end, else what most own cards wait behind, else the
    highest number."""
    first, second, other = legal
    if other == END and not goes_out(position, now):
        return 0, 0
    best, best2, most = 0, 0, -1
    for word in range(2):
        left = second if word else first
        free = game[ROWS + word] & ~(now[1] if word else now[0])
        hand = position[HANDS + 2 * index(now[SEAT]) + word]
        while left:
            card = left & -left
            left ^= card
            behind = opened(free, card)
            worth = size(behind & hand) << 5 | lowest(card) & 31
            if not behind:
                worth |= 1 << 12
            if worth > most:
                best, best2, most = 0 if word else card, card if word else 0, worth
    return best, best2


@kernel
def weigh(game: Words, position: Words, now: Now, legal: tuple[int, int, int], weights: Weights) -> tuple[int, int]:
    """The move with the highest sum of weighted features."""
    first, second, other = legal
    seat = index(now[SEAT])
    late = is_late(game, position, seat)
    best, best2, most, found = 0, 0, 0.0, False
    if other != NONE and not goes_out(position, now):
        at = WEIGHTS * seat + (10 if other == END else 13)
        most = weights[at] + weights[at + 1] * (size(first) + size(second)) + weights[at + 2] * late
        found = True
    for word in range(2):
        left = second if word else first
        table = now[1] if word else now[0]
        hand = position[HANDS + 2 * seat + word]
        while left:
            card = left & -left
            left ^= card
            worth = laying(game[ROWS + word], table, hand, card, late, weights, WEIGHTS * seat)
            if not found or worth > most:
                best, best2, most, found = 0 if word else card, card if word else 0, worth, True
    return best, best2


@kernel
def laying(rows: int, table: int, hand: int, card: int, late: int, weights: Weights, at: int) -> float:
    """What laying a card is worth."""
    number = lowest(card) & 31
    row = ROW << (lowest(card) & 32)
    behind = opened(rows & ~table, card)
    beside = behind & (card << 1 | card >> 1)
    others = size(behind & ~hand)
    return (
        weights[at] * size(behind & hand)
        + weights[at + 1] * numbers(behind & hand)
        + weights[at + 2] * others
        + weights[at + 3] * (0 if behind else 1)
        + weights[at + 4] * number
        + weights[at + 5] * size(beside & hand)
        + weights[at + 6] * size(beside & ~hand)
        + weights[at + 7] * (0 if table & row else 1)
        + (weights[at + 8] * number + weights[at + 9] * others) * late
    )


@kernel
def is_late(game: Words, position: Words, seat: int) -> int:
    """1 if somebody else has only a few cards left."""
    late = 0
    for other in range(game[SEATS]):
        if other != seat and hand_size(position, other) <= LATE:
            late = 1
    return late


@kernel
def opened(free: int, card: int) -> int:
    """The empty places that can be reached over a card once it lies: outwards to the next laid card or the end."""
    return above(free, card) | under(free, card)


@kernel
def above(free: int, card: int) -> int:
    """The empty places above a card: a sum carries through all of them."""
    return (free + card ^ free) & free ^ card


@kernel
def under(free: int, card: int) -> int:
    """The empty places under a card. Place 0 of a row is never free: so there is one that ends them."""
    return card - (1 << length(~free & card - 1))


@kernel
def goes_out(position: Words, now: Now) -> bool:
    """Whether the whole hand can be laid in this turn."""
    table, table2, fits, fits2 = now[0], now[1], now[2], now[3]
    seat = index(now[SEAT])
    hand, hand2 = position[HANDS + 2 * seat], position[HANDS + 2 * seat + 1]
    return all_go(hand, fits, table) and all_go(hand2, fits2, table2)


@kernel
def all_go(hand: int, fits: int, table: int) -> bool:
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
