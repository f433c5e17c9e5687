"""What a policy does in a position of Master, and what a move tells about the hand behind it."""

from __future__ import annotations

from math import exp

from reihum.simulator.bits import lowest
from reihum.simulator.compiler import Weights, Words, kernel
from reihum.simulator.master.policies import choose, move_of, prices_of, stopping, worth_of
from reihum.simulator.master.position import LINK_ABOVE, LINK_BELOW
from reihum.simulator.master.rules import SEAT, allowed, loaded
from reihum.simulator.rows.likelihood import IMPOSSIBLE, explained
from reihum.simulator.rows.parameters import NONE
from reihum.simulator.rows.position import HANDS


@kernel
def decide(game: Words, position: Words, policies: Words, weights: Weights) -> int:
    """The move that a policy makes."""
    now = loaded(position)
    move, _ = choose(game, position, now, allowed(game, position, now), policies[now[SEAT]], weights, 1)
    return move


@kernel
def likelihood(game: Words, position: Words, move: int, late: int, weights: Weights, at: int) -> float:
    """How likely a player makes a move, as a logarithm: moves are the likelier, the more the weights, from a place on,
    say for them. It does not matter from which side a connection comes."""
    now = loaded(position)
    lays, lays2, jokers, jokers2, above, above2, below, below2, swaps, swaps2, other = allowed(game, position, now)
    move = move - LINK_BELOW + LINK_ABOVE if move >= LINK_BELOW else move
    prices = prices_of(position, late, weights, at)
    chosen, most, total, moves = IMPOSSIBLE, IMPOSSIBLE, 1.0, int(other != NONE)
    if other != NONE:
        most = stopping(other, prices)
        chosen = most if move == other else chosen
    words = (lays, lays2, jokers, jokers2, above | below, above2 | below2, swaps, swaps2)
    for which in range(8):
        left, hand = words[which], position[HANDS + 2 * now[SEAT] + (which & 1)]
        while left:
            card = left & -left
            left ^= card
            moves += 1
            worth = worth_of(now, hand, which, card, prices)
            total = total * exp(most - worth) + 1.0 if worth > most else total + exp(worth - most)
            most = max(most, worth)
            chosen = worth if move == move_of(64 * which + lowest(card), -1, -1, other) else chosen
    return explained(chosen - most, total, moves)
