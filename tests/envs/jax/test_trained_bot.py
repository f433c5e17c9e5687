"""The bot ``trained`` against the environment that it was trained in: the same observations and preferences."""

from __future__ import annotations

from functools import partial

import pytest

from missing import NOT_TESTED
from simulator.row_rules import ALL_RULES, HOUSE_RULES

pytest.importorskip("jax", reason=f"{NOT_TESTED}: JAX is not installed (pip install reihum[jax])")

import jax
import numpy as np

from envs.jax.comparison import Comparison, Table
from reihum.bots.bot import offered
from reihum.bots.trained.network import Network, load_network
from reihum.bots.trained.row_bot import prefer
from reihum.bots.trained.row_memory import RowMemory
from reihum.bots.trained.row_observation import observe
from reihum.envs.jax.families import ROWS
from reihum.envs.jax.network import evaluate
from reihum.envs.jax.rows.observation import observe as observe_in_jax

GAMES = [rules.game(seats) for rules in (*ALL_RULES, *HOUSE_RULES) for seats in range(2, 7)]
LOOK = jax.jit(jax.vmap(observe_in_jax))
EVALUATE = jax.jit(partial(evaluate, ROWS))


class Witnesses:
    """The memories of all seats of a table, each fed with what that seat was shown."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.deal()

    def deal(self) -> None:
        """Begin a round."""
        self.round = self.table.memory
        self.memories = [RowMemory(self.table.game) for _ in range(self.table.game.seats)]

    def follow(self) -> None:
        """See the last move, or that a new round was dealt."""
        if self.table.memory is not self.round:
            self.deal()
            return
        for seat, memory in enumerate(self.memories):
            memory.see([event.show_to(seat) for event in self.table.state.last])


def compare(net: Network, comparison: Comparison, steps: int) -> int:
    """Play on, and compare what the seat on turn sees and prefers wherever it has a choice. Gives their number."""
    tables = [Witnesses(table) for table in comparison.tables]
    weights = {name: np.asarray(weight) for name, weight in net.weights.items()}
    compared = 0
    for _ in range(steps):
        seen = LOOK(comparison.parameters, comparison.now, comparison.now.seat)
        preferences, _ = EVALUATE(weights, seen)
        there = [np.asarray(array) for array in (*seen, preferences)]
        for number, each in enumerate(tables):
            compared += check_table(net, each, *(array[number] for array in there))
        comparison.step()
        for each in tables:
            each.follow()
    return compared


def check_table(
    net: Network, each: Witnesses, planes: np.ndarray, numbers: np.ndarray, preferences: np.ndarray
) -> bool:
    """Compare the observation and the preferences of the seat on turn, if it has a choice."""
    state = each.table.state
    view = state.view(state.turn)
    moves = offered(view)
    if len(moves) == 1:
        return False
    here = observe(each.table.game, view, moves, each.memories[state.turn])
    seen = np.reshape(here.planes.values, planes.swapaxes(0, 1).shape).swapaxes(0, 1)
    assert np.allclose(seen, planes, atol=1e-6), state
    assert np.allclose(here.numbers, numbers, atol=1e-6), state
    assert np.allclose(prefer(net, here), preferences, rtol=1e-3, atol=2e-2), state
    return True


@pytest.mark.full
@pytest.mark.parametrize("name", ["rows-classic", "rows-variants"])
def test_it_sees_and_prefers_what_it_learned_to(name: str) -> None:
    """Decision by decision, in random rounds of every row game with every option."""
    assert compare(load_network(name), Comparison(GAMES, seed=4), 40) > 8_000
