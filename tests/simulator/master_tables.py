"""Master with all its options: what the simulator claims to cover."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import permutations
from typing import NamedTuple

import reihum
from reihum.engine import Game, Move
from reihum.games.master.rules import MasterState

ALL_ROWS = ["".join(rows) for rows in permutations("YBRG")]


def table(seats: int, rows: str = "YBRG", first: int | str = 0) -> Game:
    """Master for a number of seats."""
    return reihum.game("master", seats=seats, rows=rows, first=first)


def master(state: reihum.State) -> MasterState:
    """The state of a round of Master."""
    assert isinstance(state, MasterState)
    return state


class Step(NamedTuple):
    """A position, a move in it, and the position after it."""

    before: MasterState
    move: Move
    after: MasterState


def step(state: MasterState, move: Move) -> Step:
    """One move of the engine."""
    return Step(state, move, master(state.play(state.turn, move)))


def random_steps(game: Game, dice: random.Random) -> Iterator[Step]:
    """Random rounds of the engine move by move, without end. Some players like to lay, some to draw, some to connect
    and to swap: so that rounds end in every way."""
    while True:
        state = master(game.deal(seed=dice.randbytes(8), dealt_from=dice.randrange(game.seats)))
        likes = [
            dice.choice(("", "", "lay", "lay J", "link", "swap", "draw", "pass", "end")) for _ in range(game.seats)
        ]
        while state.outcome is None:
            moves = state.legal(state.turn)
            liked = [move for move in moves if str(move).startswith(likes[state.turn])] or moves
            made = step(state, dice.choice(liked if dice.random() < 0.7 else moves))
            yield made
            state = made.after
