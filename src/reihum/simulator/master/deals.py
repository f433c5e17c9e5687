"""Dealing for the kernels of Master: whole decks, or the cards that somebody does not see."""

from __future__ import annotations

from reihum.games.master.rules import BONUS_CARDS
from reihum.simulator.compiler import Words, copy, index, kernel
from reihum.simulator.dice import below, thrown
from reihum.simulator.master.position import BONUS_LEFT, JOKERS_OF, LINKS_OF, STOCK, TARGET, WORDS
from reihum.simulator.master.rules import draw
from reihum.simulator.rows.deals import TRIES, shuffle
from reihum.simulator.rows.parameters import CARDS, FIRST, HAND, LINKS, SEATS
from reihum.simulator.rows.position import DICE, DRY, HANDS, TABLE, TOP, TURN
from reihum.simulator.rows.rules import words_of

ELEVENS = 0x0000080000000800


@kernel
def deal(game: Words, position: Words, stock: Words, dice: int) -> None:
    """§2 Setup: the 11s lie out; whole hands from the first seat on, connection cards, the rest is the stock."""
    seats, size = game[SEATS], game[HAND]
    for word in range(WORDS):
        position[word] = 0
    position[TABLE] = position[TABLE + 1] = ELEVENS
    position[BONUS_LEFT] = BONUS_CARDS
    copy(game, CARDS + 1, stock, 0, STOCK)
    dice = shuffle(stock, 0, STOCK, dice)
    for seat in range(seats):
        position[LINKS_OF + seat] = game[LINKS]
        give(position, seat, stock, seat * size, size)
    position[TOP], position[DRY] = seats * size, STOCK
    position[TURN] = game[FIRST]
    if game[FIRST] < 0:
        position[TURN] = below(dice, seats)
        dice = thrown(dice)
    position[DICE] = dice


@kernel
def give(position: Words, seat: int, cards: Words, top: int, count: int) -> None:
    """A hand gets so many of the cards."""
    for place in range(top, top + count):
        draw(position, seat, cards[index(place)])


@kernel
def redeal(game: Words, seen: Words, missing: Words, unseen: Words, position: Words, stock: Words, dice: int) -> None:
    """A position that looks like ``seen`` to whoever sees that: the unseen cards are dealt anew. Whoever must lay at
    the end of a connection has a card for it."""
    cards = len(unseen)
    for _ in range(TRIES):
        copy(seen, 0, position, 0, WORDS)
        copy(unseen, 0, stock, 0, cards)
        dice = shuffle(stock, 0, cards, dice)
        top = 0
        for seat in range(game[SEATS]):
            give(position, seat, stock, top, missing[seat])
            top += missing[seat]
        position[TOP], position[DRY] = top, cards
        if not position[TARGET] or reaches(position):
            break
    position[DICE] = dice


@kernel
def reaches(position: Words) -> bool:
    """Whether the player on turn has the card for the end of the connection, or a joker."""
    seat, target = position[TURN], position[TARGET]
    card, card2 = words_of(target)
    held = position[HANDS + 2 * seat] & card | position[HANDS + 2 * seat + 1] & card2
    return bool(held or position[JOKERS_OF + seat])
