"""The row games for the loops of the vectorised environment."""

from __future__ import annotations

from typing import Any

from reihum.envs.vector.planes import (
    CARDS,
    NUMBERS,
    clear,
    count_stock,
    write_acts,
    write_plane,
)
from reihum.simulator.compiler import Weights, Words, kernel
from reihum.simulator.parameters import NONE, SEATS
from reihum.simulator.position import DICE, HANDS, TABLE, TURN
from reihum.simulator.rows.deals import deal
from reihum.simulator.rows.parameters import STARTS
from reihum.simulator.rows.policies import choose, choose_any
from reihum.simulator.rows.position import FITS, HAS_LAID, STOCK_CARDS
from reihum.simulator.rows.rounds import make_move, move_code
from reihum.simulator.rows.rules import OUT, SEAT, count_hand, count_points, legal_moves, load

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
    return bool(position[HAS_LAID] == OUT)


@kernel
def write_points(game: Words, position: Words, points: Words) -> None:
    """The points of all seats. Few are good, so they are negative."""
    for seat in range(game[SEATS]):
        points[seat] = -count_points(position, seat)


@kernel
def play_bot(game: Words, position: Words, stocks: Words, policies: Words, weights: Weights) -> None:
    """Make the move of the bot on turn."""
    turn = load(position)
    legal = legal_moves(game, position, turn)
    card, card2, position[DICE] = choose(game, position, turn, legal, policies[turn[SEAT]], weights, position[DICE])
    make_move(game, position, stocks, move_code(card, card2, legal[2]))


@kernel
def sample_move(game: Words, position: Words, dice: int) -> tuple[int, int]:
    """A legal move, all equally likely, and the dice after it."""
    first, second, other = legal_moves(game, position, load(position))
    card, card2, dice = choose_any(first, second, other, dice)
    return move_code(card, card2, other), dice


@kernel
def write_observation(game: Words, shape: Words, position: Words, out: Any) -> None:
    """Write what the seat on turn sees. Which eleven opens classic is its holder's secret: until then all starts are
    open."""
    cards, seats, seat = shape[CARDS], game[SEATS], position[TURN]
    write_plane(shape, position[TABLE], position[TABLE + 1], out, 0)
    if position[TABLE] | position[TABLE + 1]:
        write_plane(shape, position[FITS], position[FITS + 1], out, cards)
    else:
        write_plane(shape, game[STARTS], game[STARTS + 1], out, cards)
    write_plane(shape, position[HANDS + 2 * seat], position[HANDS + 2 * seat + 1], out, 2 * cards)
    at = 3 * cards
    for turn in range(seats):
        out[at + turn] = count_hand(position, seat)
        seat = seat + 1 if seat + 1 < seats else 0
    out[at + seats] = count_stock(position)
    write_acts(seats, out, at + seats + 1)


@kernel
def write_mask(game: Words, shape: Words, position: Words, out: Any) -> None:
    """Write the legal moves of the seat on turn."""
    first, second, other = legal_moves(game, position, load(position))
    write_plane(shape, first, second, out, 0)
    clear(out, shape[CARDS], len(out))
    if other != NONE:
        out[shape[NUMBERS + other]] = 1
