"""Dealing for the kernels: whole decks, or the cards that somebody does not see."""

from __future__ import annotations

from reihum.simulator.compiler import Words, copy, index, kernel
from reihum.simulator.dice import below, thrown
from reihum.simulator.rows.parameters import BY_ELEVEN, CARDS, FIRST, HAND, LAID_OUT, OPEN, SEATS, STARTS
from reihum.simulator.rows.position import DICE, DRY, FITS, HANDS, HAS_LAID, STOCK, TABLE, TOP, TURN, WORDS
from reihum.simulator.rows.rules import words_of

TRIES = 1_000_000
"""An impossible position must not keep the kernels busy for ever."""


@kernel
def give(position: Words, seat: int, cards: Words, top: int, end: int, behind: int, dice: int) -> int:
    """A hand gets any of the cards, which come to lie from ``top`` to ``end`` (Fisher–Yates). The dice after it."""
    hand, hand2 = position[HANDS + 2 * seat], position[HANDS + 2 * seat + 1]
    while top < end:
        other = top + below(dice, behind - top)
        dice = thrown(dice)
        place = cards[index(other)]
        cards[index(other)] = cards[index(top)]
        cards[index(top)] = place
        card, card2 = words_of(place)
        hand |= card
        hand2 |= card2
        top += 1
    position[HANDS + 2 * seat], position[HANDS + 2 * seat + 1] = hand, hand2
    return dice


@kernel
def shuffle(cards: Words, top: int, behind: int, dice: int) -> int:
    """The cards from ``top`` on in random order. The dice after it."""
    while top < behind:
        other = top + below(dice, behind - top)
        dice = thrown(dice)
        place = cards[index(other)]
        cards[index(other)] = cards[index(top)]
        cards[index(top)] = place
        top += 1
    return dice


@kernel
def deal(game: Words, position: Words, stock: Words, dice: int) -> None:
    """A new round: whole hands from the first seat on, the rest is the stock; classic deals again without an eleven."""
    seats, size, cards = game[SEATS], game[HAND], game[CARDS]
    position[HAS_LAID] = 0
    position[TOP] = seats * size
    position[DRY] = cards
    while True:
        copy(game, CARDS + 1, stock, 0, STOCK)
        for seat in range(seats):
            position[HANDS + 2 * seat] = position[HANDS + 2 * seat + 1] = 0
            dice = give(position, seat, stock, seat * size, seat * size + size, cards, dice)
        dice = shuffle(stock, seats * size, cards, dice)
        for word in range(2):
            position[TABLE + word] = game[LAID_OUT + word]
            position[FITS + word] = game[OPEN + word]
        if game[BY_ELEVEN]:
            seat = eleven(game, position)
        elif game[FIRST] < 0:
            seat = below(dice, seats)
            dice = thrown(dice)
        else:
            seat = game[FIRST]
        if seat >= 0:
            break
    position[TURN] = seat
    position[DICE] = dice


@kernel
def eleven(game: Words, position: Words) -> int:
    """§1.1: the seat with the highest-ranking eleven that was dealt, which alone fits; −1 if there is none."""
    for word in range(2):
        held = 0
        for seat in range(game[SEATS]):
            held |= position[HANDS + 2 * seat + word]
        held &= game[STARTS + word]
        if held:
            position[FITS + word] = held & -held
            position[FITS + 1 - word] = 0
            for seat in range(game[SEATS]):
                if position[HANDS + 2 * seat + word] & held & -held:
                    return seat
    return -1


@kernel
def redeal(game: Words, seen: Words, missing: Words, unseen: Words, position: Words, stock: Words, dice: int) -> None:
    """A position that looks like ``seen`` to whoever sees that: the unseen cards are dealt anew. Before classic opens,
    the player on turn still is the one with the first eleven."""
    cards = len(unseen)
    for _ in range(TRIES):
        copy(seen, 0, position, 0, WORDS)
        copy(unseen, 0, stock, 0, cards)
        top = 0
        for seat in range(game[SEATS]):
            dice = give(position, seat, stock, top, top + missing[seat], cards, dice)
            top += missing[seat]
        dice = shuffle(stock, top, cards, dice)
        position[TOP] = top
        position[DRY] = cards
        if not game[BY_ELEVEN] or position[TABLE] | position[TABLE + 1] or eleven(game, position) == position[TURN]:
            break
    position[DICE] = dice
