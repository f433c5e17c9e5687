"""The row games with all their options: what the simulator claims to cover."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

import reihum
from reihum.engine import Game, Move
from reihum.games.rows.rules import RowsState

EDITIONS = ({"edition": "80"}, {"edition": "40"}, *({"edition": "60", "without": colour} for colour in "RYGB"))


class Rules(NamedTuple):
    """A game with its options, without the seats."""

    id: str
    options: dict[str, str]

    def __str__(self) -> str:
        return " ".join((self.id, *self.options.values()))

    def fit(self, seats: int) -> dict[str, str]:
        """The options for a number of seats: a handicap has a number for each of them."""
        handicap = self.options.get("fewer", "").split(",")
        return self.options | ({"fewer": ",".join(handicap[:seats])} if "fewer" in self.options else {})

    def game(self, seats: int, **options: object) -> Game:
        """The game for a number of seats."""
        return reihum.GAMES[self.id].game(seats, **self.fit(seats), **options)


ALL_RULES = [
    *(
        Rules(name, {**edition, "blocking": blocking})
        for name in ("classic", "false-start", "three-starts", "any-start")
        for edition in EDITIONS
        for blocking in ("off", "take3", "draw")
    ),
    Rules("junior", {}),
]
HOUSE_RULES = [
    *(
        Rules(name, options)
        for name in ("classic", "false-start", "three-starts", "any-start")
        for options in (
            {"turn": "colour"},
            {"turn": "one"},
            {"drawing": "one"},
            {"drawing": "until"},
            {"drawing": "go-on"},
            {"stock": "no"},
            {"play_on": "on"},
            {"fewer": "3,0,1,0,2,5"},
            {"turn": "colour", "drawing": "go-on", "blocking": "draw", "play_on": "on"},
            {"turn": "one", "drawing": "go-on", "edition": "40", "blocking": "take3"},
        )
    ),
    Rules("classic", {"elevens": "must"}),
    Rules("classic", {"elevens": "must", "turn": "colour", "blocking": "take3"}),
    Rules("classic", {"elevens": "out", "edition": "60"}),
    Rules("classic", {"elevens": "out", "stock": "no"}),
    Rules("junior", {"fewer": "0,2,0,4,0,1"}),
    Rules("junior", {"turn": "colour", "play_on": "on"}),
    Rules("junior", {"turn": "one", "stock": "no"}),
]


def rows(state: reihum.State) -> RowsState:
    """The state of a row game."""
    assert isinstance(state, RowsState)
    return state


class Step(NamedTuple):
    """A position, a move in it, and the position after it."""

    before: RowsState
    move: Move
    after: RowsState


def step(state: RowsState, move: Move) -> Step:
    """One move of the engine."""
    return Step(state, move, rows(state.play(state.turn, move)))


def random_steps(game: Game, dice: random.Random) -> Iterator[Step]:
    """Random rounds of the engine move by move, without end."""
    while True:
        state = rows(game.deal(seed=dice.randbytes(8), dealt_from=dice.randrange(game.seats)))
        while state.outcome is None:
            made = step(state, dice.choice(state.legal(state.turn)))
            yield made
            state = made.after
