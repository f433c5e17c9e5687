"""The vectorised environment against the engine: observations, masks, rewards and ends, number by number."""

from __future__ import annotations

import random
from typing import Any

import pytest

import reihum
from reihum import simulator
from reihum.cards import Randomness
from reihum.engine import State
from reihum.envs.rewards import REWARDS, rewards_of
from simulator.master_tables import ALL_ROWS
from simulator.row_rules import ALL_RULES, HOUSE_RULES, Rules
from tiers import one_in

pytest.importorskip("numba")
import numpy as np

from reihum.envs.vector import Tables

SEED = 7


class Shadow:
    """The engine plays along at every table."""

    def __init__(self, tables: Tables, reward: str = "win") -> None:
        self.tables = tables
        self.reward = reward
        self.rounds = list(range(len(tables)))
        self.states: list[State] = [self.dealt(number) for number in self.rounds]

    def dealt(self, number: int) -> State:
        """The deal of a round: the simulator's."""
        return simulator.state(simulator.deal(self.tables.game, SEED, number))

    def check(self) -> None:
        """Every table shows what the seat on turn sees in the engine, by the encoding of the PettingZoo skin."""
        encoding = self.tables.encoding
        for table, state in enumerate(self.states):
            (seat,) = state.to_act
            assert self.tables.turns[table] == seat
            assert self.tables.observations[table].tobytes() == encoding.observe(state.view(seat), seat)
            assert self.tables.masks[table].tobytes() == encoding.mask(encoding.actions.legal(state, seat))

    def step(self, actions: Any) -> int:
        """Make the moves in the engine too; how many rounds have ended."""
        self.tables.step(actions)
        before = self.rounds.copy()
        for table, state in enumerate(self.states):
            after = state.play(state.to_act[0], self.tables.encoding.actions.move(int(actions[table])))
            worth = [0.0] * self.tables.game.seats
            if after.outcome:
                worth = rewards_of(self.tables.game, after.outcome, self.reward)
                self.rounds[table] += len(self.tables)
                after = self.dealt(self.rounds[table])
            assert self.tables.dones[table] == (self.rounds[table] != before[table])
            assert self.tables.rewards[table].tobytes() == np.array(worth, np.float32).tobytes()
            self.states[table] = after
        return int(self.tables.dones.sum())


def tables_of(rules: Rules, seats: int, tables: int, **more: Any) -> Tables:
    """Some tables with a game."""
    return Tables(rules.id, tables, seats=seats, seed=SEED, **rules.fit(seats), **more)


def compare(rules: Rules, seats: int, tables: int, steps: int) -> int:
    """Random play at some tables; how many rounds have ended. In every fourth position, and at the deals, all is looked
    at; what moves lead to is compared in all."""
    shadow = Shadow(tables_of(rules, seats, tables))
    ended = 0
    for number in range(steps):
        if number % 4 == 0 or shadow.tables.dones.any():
            shadow.check()
        ended += shadow.step(shadow.tables.sample().copy())
    return ended


@pytest.mark.parametrize("rules", one_in(5, ALL_RULES), ids=str)
def test_all_that_is_seen_is_the_engines(rules: Rules) -> None:
    """Every row game with every option, for every number of seats, over the end of rounds."""
    assert sum(compare(rules, seats, tables=2, steps=150) for seats in range(2, 7)) > 0


@pytest.mark.parametrize("rules", one_in(9, HOUSE_RULES), ids=str)
def test_house_rules_are_the_engines(rules: Rules) -> None:
    """The rules of families, too: turns of one colour or one card, other ways to draw, playing on for places."""
    assert compare(rules, 2, tables=1, steps=250) > 0


MASTER_RULES = [Rules("master", {"rows": rows, "first": "random"}) for rows in ALL_ROWS]


@pytest.mark.parametrize("rules", one_in(12, MASTER_RULES), ids=str)
def test_all_that_is_seen_of_master_is_the_engines(rules: Rules) -> None:
    """Every order of the rows, for every number of seats: jokers, connections, swaps and bonus cards included."""
    assert sum(compare(rules, seats, tables=2, steps=200) for seats in range(2, 7)) > 0


@pytest.mark.soak
@pytest.mark.parametrize("rules", MASTER_RULES, ids=str)
def test_all_that_is_seen_of_master_is_the_engines_for_long(rules: Rules) -> None:
    """The same, for a long time."""
    for seats in range(2, 7):
        assert compare(rules, seats, tables=5, steps=2_000) > 5


@pytest.mark.soak
@pytest.mark.parametrize("rules", one_in(5, ALL_RULES), ids=str)
def test_all_that_is_seen_is_the_engines_for_long(rules: Rules) -> None:
    """The same, for a long time."""
    for seats in range(2, 7):
        assert compare(rules, seats, tables=5, steps=800) > 5


@pytest.mark.parametrize("reward", REWARDS)
@pytest.mark.parametrize(("game", "seats", "steps"), [("junior", 2, 80), ("junior", 5, 80), ("master", 6, 150)])
def test_rewards_are_the_engines(reward: str, game: str, seats: int, steps: int) -> None:
    """Whatever is rewarded, ties included."""
    shadow = Shadow(tables_of(Rules(game, {}), seats, 40, reward=reward), reward)
    assert sum(shadow.step(shadow.tables.sample().copy()) for _ in range(steps)) > 10


@pytest.mark.parametrize("game", ["classic", "master"])
def test_two_worlds_look_alike(game: str) -> None:
    """Everything hidden is exchanged: observation and mask of the seat on turn stay the same."""
    tables = Tables(game, 32, seats=3, seed=SEED)
    randomness = Randomness(b"worlds", "worlds")
    for _ in range(6):
        for _ in range(15):
            tables.step(tables.sample())
        shown = tables.observations.copy(), tables.masks.copy()
        states = [tables.state(table) for table in range(32)]
        others = [state.imagine(state.to_act[0], randomness) for state in states]
        assert sum(one != two for one, two in zip(states, others, strict=True)) > 20
        tables.load(others)
        assert (tables.observations == shown[0]).all()
        assert (tables.masks == shown[1]).all()
        tables.load(states)


def test_only_running_rounds_of_the_same_game_are_loaded() -> None:
    """And one for each table."""
    tables = Tables("classic", 2, seats=3, seed=SEED)
    own, other = tables.state(0), reihum.game("classic", seats=4).deal(seed="other")
    for states in ([own], [own, other]):
        with pytest.raises(reihum.BadOption) as refused:
            tables.load(states)
        assert refused.value.code == "env-states"


def test_a_wrong_observation_is_noticed() -> None:
    """A planted fault: one number of one table is off."""
    shadow = Shadow(tables_of(Rules("classic", {}), 4, 3))
    shadow.check()
    shadow.tables.observations[2, 100] ^= 1
    with pytest.raises(AssertionError):
        shadow.check()


def test_arrays_are_made_once() -> None:
    """A step writes to the same arrays: what holds one of them sees what comes next without a copy."""
    tables = tables_of(Rules("classic", {}), 3, 8)
    held = tables.observations, tables.masks, tables.rewards, tables.dones, tables.turns
    before = held[0].copy()
    found = tables.step(tables.sample())
    assert all(new is old for new, old in zip(found, held[:4], strict=True))
    assert (held[0] != before).any()


def test_a_seed_may_be_a_text() -> None:
    """As everywhere else; what is neither a number nor a text is refused."""
    first, again, other = (Tables("classic", 4, seats=3, seed=seed) for seed in ("text", "text", "another text"))
    assert (first.observations == again.observations).all()
    assert (first.observations != other.observations).any()
    with pytest.raises(reihum.ReihumError):
        Tables("classic", 4, seats=3, seed=1.5)  # type: ignore[arg-type]


def test_a_seed_gives_the_same_again() -> None:
    """Resetting goes back to the beginning; another seed is another beginning."""
    tables = tables_of(Rules("any-start", {}), 4, 16)

    def run(seed: int) -> list[Any]:
        tables.reset(seed)
        return [tables.step(tables.sample())[0].copy() for _ in range(150)]

    first, again, other = run(1), run(1), run(2)
    assert all((one == two).all() for one, two in zip(first, again, strict=True))
    assert (first[0] != other[0]).any()


def test_sampled_moves_are_legal_and_fair() -> None:
    """Every legal move comes, each as often as the others."""
    tables = tables_of(Rules("classic", {"blocking": "draw"}), 2, 2_000)
    for _ in range(20):
        tables.step(tables.sample())
    counts = np.zeros(tables.masks.shape, np.int64)
    for _ in range(300):
        counts[np.arange(2_000), tables.sample()] += 1
    assert (counts[tables.masks == 0] == 0).all()
    share = counts / 300 * tables.masks.sum(axis=1, keepdims=True)
    assert abs(share[tables.masks == 1].mean() - 1) < 0.01
    assert share[tables.masks == 1].std() < 0.2


def test_if_one_move_is_illegal_none_is_made() -> None:
    """The refusal is the engine's, and every table is as before."""
    tables = tables_of(Rules("classic", {}), 4, 10)
    before = tables.observations.copy(), tables.masks.copy()
    actions = tables.sample().copy()
    for number, code in ((83, "rows.must-open"), (-1, "env-action"), (84, "env-action")):
        actions[9] = number
        with pytest.raises(reihum.ReihumError) as refused:
            tables.step(actions)
        assert refused.value.code == code
    for wrong in (actions[:9], actions[None], actions.astype(np.float32)):
        with pytest.raises(reihum.BadOption) as refused:
            tables.step(wrong)
        assert refused.value.code == "env-actions"
    assert (tables.observations == before[0]).all()
    assert (tables.masks == before[1]).all()


def test_a_table_can_be_looked_at() -> None:
    """As a state of the engine, with its cards in order."""
    tables = tables_of(Rules("classic", {}), 4, 4)
    dice = random.Random(1)
    for _ in range(dice.randrange(40, 90)):
        tables.step(tables.sample())
    state = tables.state(2)
    seat = state.to_act[0]
    seen = tables.encoding.observe(state.view(seat), seat)
    assert bytes(seen) == tables.observations[2].tobytes()
    assert sorted(state.everywhere()) == sorted(reihum.game("classic", seats=4).cards)


def test_other_games_are_refused() -> None:
    """Only row games and Master; and only known rewards."""
    with pytest.raises(reihum.BadOption) as refused:
        Tables("ratefix", 4, seats=4)
    assert refused.value.code == "not-simulated"
    with pytest.raises(reihum.BadOption) as refused:
        Tables("classic", 4, seats=4, reward="glory")
    assert refused.value.code == "env-reward"


def test_without_numba_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """It does not run a thousand times slower instead."""
    monkeypatch.setattr(simulator, "available", lambda: False)
    with pytest.raises(reihum.ReihumError) as refused:
        Tables("classic", 4, seats=4)
    assert refused.value.code == "env-numba"
