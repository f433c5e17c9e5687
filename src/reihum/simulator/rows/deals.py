"""Dealing for the kernels of the row games: whole decks, or the cards that a player does not see."""

from __future__ import annotations

from reihum.simulator.compiler import Words, as_index, copy, kernel
from reihum.simulator.dice import MAX_DEALS, below, shuffle, throw
from reihum.simulator.parameters import CARDS, FIRST, SEATS
from reihum.simulator.position import DICE, DRY, HANDS, TABLE, TOP, TURN
from reihum.simulator.rows.parameters import BY_ELEVEN, LAID_OUT, OPEN, SIZES, STARTS
from reihum.simulator.rows.position import FIRST_OUT, FITS, HAS_LAID, POSITION_WORDS, STOCK_CARDS
from reihum.simulator.words import place_to_words


@kernel
def deal_hand(position: Words, seat: int, cards: Words, top: int, end: int, behind: int, dice: int) -> int:
    """Give a hand random cards, which move to the places from ``top`` to ``end``−1 (Fisher–Yates). Returns the dice
    after it."""
    hand, hand2 = position[HANDS + 2 * seat], position[HANDS + 2 * seat + 1]
    while top < end:
        other = top + below(dice, behind - top)
        dice = throw(dice)
        place = cards[as_index(other)]
        cards[as_index(other)] = cards[as_index(top)]
        cards[as_index(top)] = place
        card, card2 = place_to_words(place)
        hand |= card
        hand2 |= card2
        top += 1
    position[HANDS + 2 * seat], position[HANDS + 2 * seat + 1] = hand, hand2
    return dice


@kernel
def deal(game: Words, position: Words, stock: Words, dice: int) -> None:
    """Deal a new round: whole hands from the first seat on, the rest is the stock. Classic deals again if nobody has an
    eleven."""
    seats, cards = game[SEATS], game[CARDS]
    position[HAS_LAID] = position[FIRST_OUT] = 0
    position[DRY] = cards
    while True:
        copy(game, CARDS + 1, stock, 0, STOCK_CARDS)
        top = 0
        for seat in range(seats):
            position[HANDS + 2 * seat] = position[HANDS + 2 * seat + 1] = 0
            dice = deal_hand(position, seat, stock, top, top + game[SIZES + seat], cards, dice)
            top += game[SIZES + seat]
        position[TOP] = top
        dice = shuffle(stock, top, cards, dice)
        for word in range(2):
            position[TABLE + word] = game[LAID_OUT + word]
            position[FITS + word] = game[OPEN + word]
        if game[BY_ELEVEN]:
            seat = find_opener(game, position)
        elif game[FIRST] < 0:
            seat = below(dice, seats)
            dice = throw(dice)
        else:
            seat = game[FIRST]
        if seat >= 0:
            break
    position[TURN] = seat
    position[DICE] = dice


@kernel
def find_opener(game: Words, position: Words) -> int:
    """§1.1: the seat with the highest-ranking eleven that was dealt, which alone fits. −1 if there is none."""
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
    """Make a position that looks like ``seen`` to the player who sees it: deal the unseen cards anew. Before classic
    opens, the player on turn is still the one with the first eleven."""
    cards = len(unseen)
    for _ in range(MAX_DEALS):
        copy(seen, 0, position, 0, POSITION_WORDS)
        copy(unseen, 0, stock, 0, cards)
        top = 0
        for seat in range(game[SEATS]):
            dice = deal_hand(position, seat, stock, top, top + missing[seat], cards, dice)
            top += missing[seat]
        dice = shuffle(stock, top, cards, dice)
        position[TOP] = top
        position[DRY] = cards
        if (
            not game[BY_ELEVEN]
            or position[TABLE] | position[TABLE + 1]
            or find_opener(game, position) == position[TURN]
        ):
            break
    position[DICE] = dice
