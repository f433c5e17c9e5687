"""What a policy does in a position of a row game, and what a move tells about the hand behind it."""

from __future__ import annotations

from math import exp, log

from reihum.simulator.bits import lowest, size
from reihum.simulator.compiler import Weights, Words, kernel
from reihum.simulator.rows.parameters import END, NONE, ROWS
from reihum.simulator.rows.policies import choose, goes_out, laying
from reihum.simulator.rows.position import HANDS
from reihum.simulator.rows.rounds import number_of
from reihum.simulator.rows.rules import SEAT, allowed, loaded

IMPOSSIBLE = -60.0
OVERLOOKED = 6.0  # how unlikely it is that somebody stops who could go out, as a logarithm
SLIP = 0.05  # how often somebody makes any move, whatever the weights say


@kernel
def decide(game: Words, position: Words, policies: Words, weights: Weights) -> int:
    """The move that a policy makes."""
    now = loaded(position)
    legal = allowed(game, position, now)
    card, card2, _ = choose(game, position, now, legal, policies[now[SEAT]], weights, 1)
    return number_of(card, card2, legal[2])


@kernel
def likelihood(game: Words, position: Words, move: int, late: int, weights: Weights, at: int) -> float:
    """How likely a player makes a move, as a logarithm: moves are the likelier, the more the weights, from a place on,
    say for them."""
    now = loaded(position)
    first, second, other = allowed(game, position, now)
    chosen, most, total = IMPOSSIBLE, IMPOSSIBLE, 1.0
    if other != NONE:
        here = at + (10 if other == END else 13)
        most = weights[here] + weights[here + 1] * (size(first) + size(second)) + weights[here + 2] * late
        most -= OVERLOOKED if goes_out(position, now) else 0.0
        chosen = most if move == other else chosen
    for word in range(2):
        left = second if word else first
        hand = position[HANDS + 2 * now[SEAT] + word]
        while left:
            card = left & -left
            left ^= card
            worth = laying(game[ROWS + word], now[word], hand, card, late, weights, at)
            total = total * exp(most - worth) + 1.0 if worth > most else total + exp(worth - most)
            most = max(most, worth)
            chosen = worth if move == 64 * word + lowest(card) else chosen
    return explained(chosen - most, total, size(first) + size(second) + (other != NONE))


@kernel
def explained(worth: float, total: float, moves: int) -> float:
    """How likely a move is, as a logarithm: by its worth beside the best one's, or as a slip. So a single move that
    does not fit a hand cannot rule it out, however sharply worths are told apart."""
    return log((1.0 - SLIP) * exp(worth) / total + SLIP / moves)
