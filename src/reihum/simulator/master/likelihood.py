"""What a policy does in a position of Master, and what a move tells about the hand behind it."""

from __future__ import annotations

from reihum.simulator.bits import lowest_bit
from reihum.simulator.compiler import Weights, Words, kernel
from reihum.simulator.likelihood import IMPOSSIBLE, log_likelihood
from reihum.simulator.logarithms import exp
from reihum.simulator.master.policies import choose, load_prices, move_code, weigh_move, weigh_stop
from reihum.simulator.master.position import LINK_ABOVE, LINK_BELOW
from reihum.simulator.master.rules import SEAT, legal_moves, load
from reihum.simulator.parameters import NONE
from reihum.simulator.position import HANDS


@kernel
def choose_move(game: Words, position: Words, policies: Words, weights: Weights) -> int:
    """The move that a policy makes."""
    turn = load(position)
    move, _ = choose(game, position, turn, legal_moves(game, position, turn), policies[turn[SEAT]], weights, 1)
    return move


@kernel
def move_likelihood(game: Words, position: Words, move: int, late: int, weights: Weights, at: int) -> float:
    """The logarithm of a move's likelihood: the higher its weighted sum, the likelier the move. The weights begin at an
    index. From which side a connection comes does not matter."""
    turn = load(position)
    lays, lays2, jokers, jokers2, above, above2, below, below2, swaps, swaps2, other = legal_moves(game, position, turn)
    move = move - LINK_BELOW + LINK_ABOVE if move >= LINK_BELOW else move
    prices = load_prices(position, late, weights, at)
    chosen, most, total, moves = IMPOSSIBLE, IMPOSSIBLE, 1.0, int(other != NONE)
    if other != NONE:
        most = weigh_stop(other, prices)
        chosen = most if move == other else chosen
    words = (lays, lays2, jokers, jokers2, above | below, above2 | below2, swaps, swaps2)
    for which in range(8):
        left, hand = words[which], position[HANDS + 2 * turn[SEAT] + (which & 1)]
        while left:
            card = left & -left
            left ^= card
            moves += 1
            worth = weigh_move(turn, hand, which, card, prices)
            total = total * exp(most - worth) + 1.0 if worth > most else total + exp(worth - most)
            most = max(most, worth)
            chosen = worth if move == move_code(64 * which + lowest_bit(card), -1, -1, other) else chosen
    return log_likelihood(chosen - most, total, moves)
