"""What a policy does in a position of a row game, and what a move tells about the hand behind it."""

from __future__ import annotations

from reihum.simulator.bits import count_bits, lowest_bit
from reihum.simulator.compiler import Weights, Words, kernel
from reihum.simulator.likelihood import IMPOSSIBLE, log_likelihood
from reihum.simulator.logarithms import exp
from reihum.simulator.parameters import END, NONE
from reihum.simulator.position import HANDS
from reihum.simulator.rows.parameters import ROWS
from reihum.simulator.rows.policies import can_go_out, choose, weigh_card
from reihum.simulator.rows.rounds import move_code
from reihum.simulator.rows.rules import SEAT, legal_moves, load

OVERLOOKED = 6.0  # how unlikely it is that a player stops who could go out, as a logarithm


@kernel
def choose_move(game: Words, position: Words, policies: Words, weights: Weights) -> int:
    """The move that a policy makes."""
    turn = load(position)
    legal = legal_moves(game, position, turn)
    card, card2, _ = choose(game, position, turn, legal, policies[turn[SEAT]], weights, 1)
    return move_code(card, card2, legal[2])


@kernel
def move_likelihood(game: Words, position: Words, move: int, late: int, weights: Weights, at: int) -> float:
    """The logarithm of a move's likelihood: the higher its weighted sum, the likelier the move. The weights begin at an
    index."""
    turn = load(position)
    first, second, other = legal_moves(game, position, turn)
    chosen, most, total = IMPOSSIBLE, IMPOSSIBLE, 1.0
    if other != NONE:
        here = at + (10 if other == END else 13)
        most = weights[here] + weights[here + 1] * (count_bits(first) + count_bits(second)) + weights[here + 2] * late
        most -= OVERLOOKED if can_go_out(game, position, turn) else 0.0
        chosen = most if move == other else chosen
    for word in range(2):
        left = second if word else first
        hand = position[HANDS + 2 * turn[SEAT] + word]
        while left:
            card = left & -left
            left ^= card
            worth = weigh_card(game[ROWS + word], turn[word], hand, card, late, weights, at)
            total = total * exp(most - worth) + 1.0 if worth > most else total + exp(worth - most)
            most = max(most, worth)
            chosen = worth if move == 64 * word + lowest_bit(card) else chosen
    return log_likelihood(chosen - most, total, count_bits(first) + count_bits(second) + (other != NONE))
