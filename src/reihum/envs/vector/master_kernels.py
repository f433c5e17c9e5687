"""Master for the loops of the vectorised environment."""

from __future__ import annotations

from typing import Any

from reihum.envs.vector.planes import (
    CARDS,
    NUMBERS,
    clear,
    count_stock,
    write_acts,
    write_plane,
    write_seats,
)
from reihum.games.master.rules import MOST
from reihum.simulator.bits import lowest_bit
from reihum.simulator.compiler import Weights, Words, kernel
from reihum.simulator.dice import throw
from reihum.simulator.master.deals import deal
from reihum.simulator.master.policies import choose, choose_any
from reihum.simulator.master.position import (
    BONUS_OF,
    JOKERS_OF,
    LAID,
    LINK_ABOVE,
    LINK_BELOW,
    LINKS_OF,
    STOCK_CARDS,
    TARGET,
    WILD,
)
from reihum.simulator.master.rounds import make_move
from reihum.simulator.master.rules import OUT, SEAT, count_hand, count_points, empty_beside, legal_moves, load
from reihum.simulator.parameters import NONE, SEATS
from reihum.simulator.position import DICE, HANDS, TABLE, TURN
from reihum.simulator.words import place_to_words

__all__ = [
    "STOCK_CARDS",
    "deal",
    "is_over",
    "make_move",
    "play_bot",
    "sample_move",
    "write_mask",
    "write_observation",
    "write_points",
]


@kernel
def is_over(position: Words) -> bool:
    """Whether the round is over."""
    return bool(position[LAID] >= OUT)


@kernel
def write_points(game: Words, position: Words, points: Words) -> None:
    """The points of all seats."""
    for seat in range(game[SEATS]):
        points[seat] = count_points(position, seat)


@kernel
def play_bot(game: Words, position: Words, stocks: Words, policies: Words, weights: Weights) -> None:
    """Make the move of the bot on turn."""
    turn = load(position)
    legal = legal_moves(game, position, turn)
    move, position[DICE] = choose(game, position, turn, legal, policies[turn[SEAT]], weights, position[DICE])
    make_move(game, position, stocks, move)


@kernel
def sample_move(game: Words, position: Words, dice: int) -> tuple[int, int]:
    """A legal move, all equally likely, and the dice after it."""
    return choose_any(legal_moves(game, position, load(position)), dice), throw(dice)


@kernel
def write_observation(game: Words, shape: Words, position: Words, out: Any) -> None:
    """Write what the seat on turn sees. While a connection waits for its card, only that place is open."""
    cards, seats, seat = shape[CARDS], game[SEATS], position[TURN]
    write_plane(shape, position[TABLE], position[TABLE + 1], out, 0)
    write_plane(shape, position[WILD], position[WILD + 1], out, cards)
    target = position[TARGET]
    fits, fits2 = place_to_words(target)
    if not target:
        fits, fits2 = empty_beside(position[TABLE]), empty_beside(position[TABLE + 1])
    write_plane(shape, fits, fits2, out, 2 * cards)
    write_plane(shape, position[HANDS + 2 * seat], position[HANDS + 2 * seat + 1], out, 3 * cards)
    at = 4 * cards
    out[at] = position[JOKERS_OF + seat]
    at += 1
    for turn in range(seats):
        out[at + turn] = count_hand(position, seat)
        seat = seat + 1 if seat + 1 < seats else 0
    out[at + seats] = count_stock(position)
    at += seats + 1
    write_seats(position, LINKS_OF, seats, out, at)
    write_seats(position, BONUS_OF, seats, out, at + seats)
    out[at + 2 * seats] = MOST - position[LAID] if position[LAID] and not target else 0
    write_acts(seats, out, at + 2 * seats + 1)


@kernel
def write_mask(game: Words, shape: Words, position: Words, out: Any) -> None:
    """Write the legal moves of the seat on turn: cards, jokers, connections, swaps, and the other possible move."""
    lays, lays2, jokers, jokers2, above, above2, below, below2, swaps, swaps2, other = legal_moves(
        game, position, load(position)
    )
    cards, end = shape[CARDS], len(out) - 3
    write_plane(shape, lays, lays2, out, 0)
    write_plane(shape, jokers, jokers2, out, cards)
    clear(out, 2 * cards, end - cards)
    write_links(shape, above, LINK_ABOVE, out)
    write_links(shape, above2, LINK_ABOVE + 64, out)
    write_links(shape, below, LINK_BELOW, out)
    write_links(shape, below2, LINK_BELOW + 64, out)
    write_plane(shape, swaps, swaps2, out, end - cards)
    clear(out, end, len(out))
    if other != NONE:
        out[shape[NUMBERS + other]] = 1


@kernel
def write_links(shape: Words, left: int, code: int, out: Any) -> None:
    """Write connections to the places of a word, of one kind."""
    while left:
        out[shape[NUMBERS + code + lowest_bit(left)]] = 1
        left &= left - 1
