"""A round of Master from a position to its end: Master for the loops of ``simulator.rounds``."""

from __future__ import annotations

from reihum.simulator.compiler import Weights, Words, as_index, kernel
from reihum.simulator.master.deals import deal, redeal
from reihum.simulator.master.policies import choose
from reihum.simulator.master.position import POSITION_WORDS, STOCK_CARDS
from reihum.simulator.master.rules import COUNT, OUT, SEAT, apply_move, count_points, legal_moves, load, store
from reihum.simulator.parameters import END, SEATS
from reihum.simulator.position import DICE

__all__ = [
    "POSITION_WORDS",
    "STOCK_CARDS",
    "deal",
    "legal_moves",
    "load",
    "make_move",
    "play_out",
    "redeal",
    "score_round",
]


@kernel
def play_out(
    game: Words, position: Words, stock: Words, policies: Words, weights: Weights, trace: Words
) -> tuple[int, int]:
    """Play a round to its end. Returns the number of moves, and how many of them were ``end``."""
    moves = ends = 0
    chance = position[DICE]
    turn = load(position)
    while turn[COUNT] < OUT:
        legal = legal_moves(game, position, turn)
        move, chance = choose(game, position, turn, legal, policies[as_index(turn[SEAT])], weights, chance)
        if moves < len(trace):
            trace[moves] = move
        moves += 1
        ends += 1 if move == END else 0
        turn = apply_move(game, position, stock, turn, move)
    store(position, turn)
    return moves, ends


@kernel
def make_move(game: Words, position: Words, stock: Words, move: int) -> None:
    """Make a move."""
    store(position, apply_move(game, position, stock, load(position), move))


@kernel
def score_round(game: Words, position: Words, scores: Words) -> int:
    """§2 End: the points of all seats. The highest score wins, ties share. Winners are bits."""
    winners, most = 0, count_points(position, 0)
    for seat in range(game[SEATS]):
        score = count_points(position, seat)
        scores[seat] = score
        if score > most:
            winners, most = 0, score
        winners |= 1 << seat if score == most else 0
    return winners
