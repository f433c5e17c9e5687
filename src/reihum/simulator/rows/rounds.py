"""A round of a row game from a position to its end: the row family for the loops of ``rounds``."""

from __future__ import annotations

from reihum.simulator.bits import lowest
from reihum.simulator.compiler import Weights, Words, index, kernel
from reihum.simulator.rows.deals import deal, redeal
from reihum.simulator.rows.parameters import END, SEATS
from reihum.simulator.rows.policies import choose
from reihum.simulator.rows.position import DICE, STOCK, TURN, WORDS
from reihum.simulator.rows.rules import LAID, OUT, SEAT, allowed, loaded, play, points, store, words_of

__all__ = ["STOCK", "WORDS", "allowed", "deal", "loaded", "make", "play_out", "redeal", "settle"]


@kernel
def play_out(
    game: Words, position: Words, stock: Words, policies: Words, weights: Weights, trace: Words
) -> tuple[int, int]:
    """Play a round to its end. How many moves it took, and how many of them were ``end``."""
    moves = ends = 0
    chance = position[DICE]
    now = loaded(position)
    while now[LAID] != OUT:
        legal = allowed(game, position, now)
        card, card2, chance = choose(game, position, now, legal, policies[index(now[SEAT])], weights, chance)
        if moves < len(trace):
            trace[moves] = number_of(card, card2, legal[2])
        moves += 1
        ends += 1 if not card | card2 and legal[2] == END else 0
        now = play(game, position, stock, now, card, card2, legal[2])
    store(position, now)
    return moves, ends


@kernel
def make(game: Words, position: Words, stock: Words, move: int) -> None:
    """Make a move that is given as one number."""
    card, card2 = words_of(move) if move < END else (0, 0)
    store(position, play(game, position, stock, loaded(position), card, card2, move))


@kernel
def number_of(card: int, card2: int, other: int) -> int:
    """A move as one number."""
    return lowest(card) if card else 64 + lowest(card2) if card2 else other


@kernel
def settle(game: Words, position: Words, scores: Words) -> int:
    """§1.1 End: the points of all seats. Whoever is out has won; winners are bits."""
    for seat in range(game[SEATS]):
        scores[seat] = points(position, seat)
    return 1 << position[TURN]
