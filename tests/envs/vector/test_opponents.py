"""The learner's opponents: compiled, and move by move the bots of the engine."""

from __future__ import annotations

from typing import Any

import pytest

import reihum
from reihum import simulator
from reihum.bots import seat_bots
from reihum.bots.play import move_bot, show_events
from reihum.engine import State
from reihum.envs.rewards import rewards_of

pytest.importorskip("numba")
import numpy as np

from reihum.envs.vector import Tables

SEED = 11
TABLES = [
    ("classic", 4, "eager", 0, {}),
    ("classic", 4, "solid", "rotating", {"blocking": "take3"}),
    ("false-start", 3, ["sensible", "solid"], 2, {"turn": "colour"}),
    ("any-start", 5, "holder", "rotating", {"blocking": "draw", "edition": "40"}),
    ("junior", 6, ["eager", "holder", "solid", "eager", "sensible"], "rotating", {}),
    ("master", 4, "sensible", "rotating", {"first": "random"}),
    ("master", 3, ["solid", "sensible"], 1, {"rows": "GRBY"}),
]


class Shadow:
    """The engine and its bots play along at every table."""

    def __init__(self, tables: Tables, opponents: str | list[str], learner: int | str) -> None:
        self.tables = tables
        self.opponents = [opponents] * (tables.game.seats - 1) if isinstance(opponents, str) else opponents
        self.rotates = learner == "rotating"
        self.learners = [table if learner == "rotating" else int(learner) for table in range(len(tables))]
        self.rounds = list(range(len(tables)))
        self.skipped = [0] * len(tables)
        self.states = [self.deal(table) for table in range(len(tables))]

    def deal(self, table: int) -> State:
        """The next deal of a table in which the learner has a turn."""
        while True:
            self.learners[table] %= self.tables.game.seats
            dealt = simulator.state(simulator.deal(self.tables.game, SEED, self.rounds[table]))
            state = self.play_bots(table, dealt)
            if state.outcome is None:
                return state
            self.skipped[table] += 1
            self.go_on(table)

    def go_on(self, table: int) -> None:
        """Go on to the table's next round."""
        self.rounds[table] += len(self.tables)
        self.learners[table] += self.rotates

    def play_bots(self, table: int, state: State) -> State:
        """Let the bots play until the learner is on turn."""
        seats, learner = self.tables.game.seats, self.learners[table]
        names = [(*self.opponents, "random")[(seat - learner - 1) % seats] for seat in range(seats)]
        bots = seat_bots(self.tables.game, names, b"")
        while state.outcome is None and (seat := state.to_act[0]) != learner:
            _, state = move_bot(bots[seat], state)
            show_events(state, bots)
        return state

    def step(self, actions: Any) -> int:
        """The learner's moves, and those of the bots; how many rounds have ended."""
        _, _, rewards, dones = self.tables.step(actions)
        for table, before in enumerate(self.states):
            move = self.tables.encoding.actions.move(int(actions[table]))
            state = self.play_bots(table, before.play(self.learners[table], move))
            worth = 0.0
            if state.outcome:
                worth = rewards_of(self.tables.game, state.outcome, "places")[self.learners[table]]
                self.go_on(table)
            assert dones[table] == bool(state.outcome)
            assert rewards[table] == np.float32(worth)
            self.states[table] = self.deal(table) if state.outcome else state
        return int(dones.sum())

    def check(self) -> None:
        """Every table shows what the learner sees in the engine."""
        encoding = self.tables.encoding
        assert self.tables.turns.tolist() == self.learners
        assert self.tables.skipped.tolist() == self.skipped
        for table, state in enumerate(self.states):
            seat = self.learners[table]
            assert state.to_act == (seat,)
            assert self.tables.observations[table].tobytes() == encoding.observe(state.view(seat), seat)
            assert self.tables.masks[table].tobytes() == encoding.mask(encoding.actions.legal(state, seat))


def play(shadow: Shadow, steps: int) -> int:
    """Random moves of the learner at some tables; how many rounds have ended."""
    ended = 0
    for _ in range(steps):
        shadow.check()
        ended += shadow.step(shadow.tables.sample().copy())
    return ended


def compare(case: tuple[Any, ...], tables: int, steps: int) -> int:
    """The tables beside the engine; how many rounds have ended."""
    game, seats, opponents, learner, options = case
    setting = {"seed": SEED, "reward": "places", "opponents": opponents, "learner": learner, **options}
    return play(Shadow(Tables(game, tables, seats=seats, **setting), opponents, learner), steps)


@pytest.mark.parametrize("case", TABLES, ids=str)
def test_opponents_play_as_the_bots_do(case: tuple[Any, ...]) -> None:
    """The learner sees what it would see among the bots, move by move, over the end of rounds."""
    assert compare(case, tables=3, steps=50) > 0


@pytest.mark.soak
@pytest.mark.parametrize("case", TABLES, ids=str)
def test_opponents_play_as_the_bots_do_for_long(case: tuple[Any, ...]) -> None:
    """The same, for a long time."""
    assert compare(case, tables=20, steps=500) > 100


def test_another_opponent_is_noticed() -> None:
    """A planted fault: the tables play with eager opponents, the engine with others."""
    shadow = Shadow(Tables("classic", 3, seats=4, seed=SEED, reward="places", opponents="eager"), "holder", 0)
    with pytest.raises(AssertionError):
        play(shadow, 30)


def test_random_opponents_do_something_else_in_another_round() -> None:
    """But the same again with the same seed."""
    first, again, other = (
        Tables("classic", 50, seats=3, seed=seed, opponents="random") for seed in ("one", "one", "two")
    )
    for tables in (first, again, other):
        for _ in range(40):
            tables.step(tables.sample())
    assert (first.observations == again.observations).all()
    assert (first.observations != other.observations).any()
    assert (first.turns == 0).all()


def test_rounds_that_end_before_the_learner_has_a_turn_are_counted() -> None:
    """Six players with five cards: sometimes the others are quicker."""
    tables = Tables("junior", 3_000, seats=6, seed=1, opponents="eager", learner=5)
    before = int(tables.skipped.sum())
    for _ in range(20):
        tables.step(tables.sample())
    assert 0 < before < int(tables.skipped.sum()) < 1_000


@pytest.mark.parametrize(
    ("given", "code", "words"),
    [
        ({"opponents": "expert"}, "env-opponents", "random, eager, holder, sensible, solid"),
        ({"opponents": ["eager", "eager"]}, "env-opponents-count", "3 opponents"),
        ({"opponents": "eager", "learner": 4}, "seat", "0 … 3, rotating"),
    ],
)
def test_what_is_impossible_is_refused(given: dict[str, Any], code: str, words: str) -> None:
    """With what is possible."""
    with pytest.raises(reihum.BadOption) as refused:
        Tables("classic", 4, seats=4, **given)
    assert refused.value.code == code
    assert words in str(refused.value)


def test_master_has_other_opponents() -> None:
    """Those that are bots of the game."""
    with pytest.raises(reihum.BadOption, match="random, sensible, solid"):
        Tables("master", 4, seats=4, opponents="eager")
