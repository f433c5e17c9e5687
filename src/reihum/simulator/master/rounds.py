"""A round of Master from a position to its end: Master for the loops of ``simulator.rounds``."""

from __future__ import annotations

from reihum.simulator.bits import count_bits
from reihum.simulator.compiler import Weights, Words, as_index, kernel
from reihum.simulator.master.deals import deal, redeal
from reihum.simulator.master.policies import choose
from reihum.simulator.master.position import LAID, POSITION_WORDS, STOCK_CARDS
from reihum.simulator.master.rules import (
    BLOCKED,
    COUNT,
    OUT,
    SEAT,
    LegalMoves,
    apply_move,
    count_points,
    legal_moves,
    load,
    store,
)
from reihum.simulator.parameters import END, SEATS
from reihum.simulator.position import DICE

__all__ = [
    "POSITION_WORDS",
    "STOCK_CARDS",
    "deal",
    "end_reason",
    "legal_moves",
    "load",
    "make_move",
    "play_bots",
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
def play_bots(
    game: Words, position: Words, stock: Words, policies: Words, weights: Weights, _drawn: Words, _used: Words
) -> tuple[int, int, int]:
    """Play a round to its end with the moves of bots. Returns the number of moves, how many of them were ``end``, and
    how many of these had no alternative. No bot here chooses at random: a bot's order of moves is not the kernels'."""
    moves = ends = forced = 0
    turn = load(position)
    while turn[COUNT] < OUT:
        legal = legal_moves(game, position, turn)
        move, _ = choose(game, position, turn, legal, policies[as_index(turn[SEAT])], weights, 1)
        moves += 1
        if move == END:
            ends += 1
            forced += 1 if count_others(legal) == 0 else 0
        turn = apply_move(game, position, stock, turn, move)
    store(position, turn)
    return moves, ends, forced


@kernel
def end_reason(position: Words) -> int:
    """0 if somebody has gone out, 1 if all have passed."""
    return 1 if position[LAID] == BLOCKED else 0


@kernel
def count_others(legal: LegalMoves) -> int:
    """How many places the legal moves have, besides the last one, which needs no place."""
    lays, lays2, jokers, jokers2, above, above2, below, below2, swaps, swaps2, _ = legal
    return count_bits(lays | jokers | above | below | swaps) + count_bits(lays2 | jokers2 | above2 | below2 | swaps2)


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
