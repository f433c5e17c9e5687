"""A round of Master from a position to its end: Master for the loops of ``rounds``."""

from __future__ import annotations

from reihum.simulator.compiler import Weights, Words, index, kernel
from reihum.simulator.master.deals import deal, redeal
from reihum.simulator.master.policies import choose
from reihum.simulator.master.position import STOCK, WORDS
from reihum.simulator.master.rules import COUNT, OUT, SEAT, allowed, loaded, play, points, store
from reihum.simulator.rows.parameters import END, SEATS
from reihum.simulator.rows.position import DICE

__all__ = ["STOCK", "WORDS", "allowed", "deal", "loaded", "make", "play_out", "redeal", "settle"]


@kernel
def play_out(
    game: Words, position: Words, stock: Words, policies: Words, weights: Weights, trace: Words
) -> tuple[int, int]:
    """Play a round to its end. How many moves it took, and how many of them were ``end``."""
    moves = ends = 0
    chance = position[DICE]
    now = loaded(position)
    while now[COUNT] < OUT:
        legal = allowed(game, position, now)
        move, chance = choose(game, position, now, legal, policies[index(now[SEAT])], weights, chance)
        if moves < len(trace):
            trace[moves] = move
        moves += 1
        ends += 1 if move == END else 0
        now = play(game, position, stock, now, move)
    store(position, now)
    return moves, ends


@kernel
def make(game: Words, position: Words, stock: Words, move: int) -> None:
    """Make a move."""
    store(position, play(game, position, stock, loaded(position), move))


@kernel
def settle(game: Words, position: Words, scores: Words) -> int:
    """§2 End: the points of all seats. The highest score wins, ties share; winners are bits."""
    winners, most = 0, points(position, 0)
    for seat in range(game[SEATS]):
        score = points(position, seat)
        scores[seat] = score
        if score > most:
            winners, most = 0, score
        winners |= 1 << seat if score == most else 0
    return winners
