"""Dealing for the kernels of Master: whole decks, or the cards that a player does not see."""

from __future__ import annotations

from reihum.games.master.rules import BONUS_CARDS
from reihum.simulator.compiler import Words, as_index, copy, kernel
from reihum.simulator.dice import MAX_DEALS, below, shuffle, throw
from reihum.simulator.master.parameters import LINKS
from reihum.simulator.master.position import BONUS_LEFT, JOKERS_OF, LINKS_OF, POSITION_WORDS, STOCK_CARDS, TARGET
from reihum.simulator.master.rules import draw
from reihum.simulator.parameters import CARDS, FIRST, HAND, SEATS
from reihum.simulator.position import DICE, DRY, HANDS, TABLE, TOP, TURN
from reihum.simulator.words import place_to_words

ELEVENS = 0x0000080000000800


@kernel
def deal(game: Words, position: Words, stock: Words, dice: int) -> None:
    """§2 Setup: the 11s lie on the table. Deal whole hands from the first seat on, and connection cards. The rest is
    the stock."""
    seats, size = game[SEATS], game[HAND]
    for word in range(POSITION_WORDS):
        position[word] = 0
    position[TABLE] = position[TABLE + 1] = ELEVENS
    position[BONUS_LEFT] = BONUS_CARDS
    copy(game, CARDS + 1, stock, 0, STOCK_CARDS)
    dice = shuffle(stock, 0, STOCK_CARDS, dice)
    for seat in range(seats):
        position[LINKS_OF + seat] = game[LINKS]
        deal_hand(position, seat, stock, seat * size, size)
    position[TOP], position[DRY] = seats * size, STOCK_CARDS
    position[TURN] = game[FIRST]
    if game[FIRST] < 0:
        position[TURN] = below(dice, seats)
        dice = throw(dice)
    position[DICE] = dice


@kernel
def deal_hand(position: Words, seat: int, cards: Words, top: int, count: int) -> None:
    """Give a hand some of the cards."""
    for place in range(top, top + count):
        draw(position, seat, cards[as_index(place)])


@kernel
def redeal(game: Words, seen: Words, missing: Words, unseen: Words, position: Words, stock: Words, dice: int) -> None:
    """Make a position that looks like ``seen`` to the player who sees it: deal the unseen cards anew. A player who must
    lay at the end of a connection has a card for it."""
    cards = len(unseen)
    for _ in range(MAX_DEALS):
        copy(seen, 0, position, 0, POSITION_WORDS)
        copy(unseen, 0, stock, 0, cards)
        dice = shuffle(stock, 0, cards, dice)
        top = 0
        for seat in range(game[SEATS]):
            deal_hand(position, seat, stock, top, missing[seat])
            top += missing[seat]
        position[TOP], position[DRY] = top, cards
        if not position[TARGET] or has_target_card(position):
            break
    position[DICE] = dice


@kernel
def has_target_card(position: Words) -> bool:
    """Whether the player on turn has the card for the end of the connection, or a joker."""
    seat, target = position[TURN], position[TARGET]
    card, card2 = place_to_words(target)
    held = position[HANDS + 2 * seat] & card | position[HANDS + 2 * seat + 1] & card2
    return bool(held or position[JOKERS_OF + seat])
