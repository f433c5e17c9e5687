"""A round of a row game from a position to its end: the row family for the loops of ``simulator.rounds``."""

from __future__ import annotations

from reihum.simulator.bits import lowest_bit
from reihum.simulator.compiler import Weights, Words, as_index, kernel
from reihum.simulator.dice import read_below
from reihum.simulator.parameters import END, SEATS
from reihum.simulator.policies import RANDOM
from reihum.simulator.position import DICE, TURN
from reihum.simulator.rows.deals import deal, redeal
from reihum.simulator.rows.policies import choose, count_moves, nth_move
from reihum.simulator.rows.position import FIRST_OUT, POSITION_WORDS, STOCK_CARDS
from reihum.simulator.rows.rules import LAID, OUT, SEAT, apply_move, count_points, legal_moves, load, store
from reihum.simulator.words import place_to_words

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
    while turn[LAID] != OUT:
        legal = legal_moves(game, position, turn)
        card, card2, chance = choose(game, position, turn, legal, policies[as_index(turn[SEAT])], weights, chance)
        if moves < len(trace):
            trace[moves] = move_code(card, card2, legal[2])
        moves += 1
        ends += 1 if not card | card2 and legal[2] == END else 0
        turn = apply_move(game, position, stock, turn, card, card2, legal[2])
    store(position, turn)
    return moves, ends


@kernel
def play_bots(
    game: Words, position: Words, stock: Words, policies: Words, weights: Weights, drawn: Words, used: Words
) -> tuple[int, int, int]:
    """Play a round to its end with the moves of bots. Returns the number of moves, how many of them were ``end``, and
    how many of these had no alternative; −1 moves if a random player needed more bytes."""
    moves = ends = forced = 0
    turn = load(position)
    while turn[LAID] != OUT:
        first, second, other = legal_moves(game, position, turn)
        seat = as_index(turn[SEAT])
        if policies[seat] == RANDOM:
            number = read_below(drawn, used, seat, count_moves(first, second, other))
            if number < 0:
                return -1, 0, 0
            card, card2 = nth_move(first, second, number)
        else:
            card, card2, _ = choose(game, position, turn, (first, second, other), policies[seat], weights, 1)
        moves += 1
        if not card | card2 and other == END:
            ends += 1
            forced += 0 if first | second else 1
        turn = apply_move(game, position, stock, turn, card, card2, other)
    store(position, turn)
    return moves, ends, forced


@kernel
def end_reason(position: Words) -> int:
    """Every round ends because somebody goes out."""
    return 0 * position[TURN]


@kernel
def make_move(game: Words, position: Words, stock: Words, move: int) -> None:
    """Make a move that is given as one number."""
    card, card2 = place_to_words(move) if move < END else (0, 0)
    store(position, apply_move(game, position, stock, load(position), card, card2, move))


@kernel
def move_code(card: int, card2: int, other: int) -> int:
    """A move as one number."""
    return lowest_bit(card) if card else 64 + lowest_bit(card2) if card2 else other


@kernel
def score_round(game: Words, position: Words, scores: Words) -> int:
    """§1.1 End: the points of all seats. The first player to go out has won. Winners are bits."""
    for seat in range(game[SEATS]):
        scores[seat] = count_points(position, seat)
    return 1 << (position[FIRST_OUT] - 1 if position[FIRST_OUT] else position[TURN])
