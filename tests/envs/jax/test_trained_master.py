"""The bot ``trained`` of Master against the environment that it is trained in: the same observations and
preferences."""

from __future__ import annotations

from functools import partial

import pytest

from missing import NOT_TESTED
from simulator.master_tables import ALL_ROWS, table

pytest.importorskip("jax", reason=f"{NOT_TESTED}: JAX is not installed (pip install reihum[jax])")

import jax
import numpy as np

from envs.jax.master_comparison import MasterComparison, MasterTable
from reihum.bots.bot import offered
from reihum.bots.trained.master_bot import prefer
from reihum.bots.trained.master_memory import MasterMemory
from reihum.bots.trained.master_observation import observe
from reihum.bots.trained.network import Network, load_network
from reihum.envs.jax.families import MASTER
from reihum.envs.jax.master.observation import observe as observe_in_jax
from reihum.envs.jax.master.parameters import PLACES
from reihum.envs.jax.network import NetworkShape, evaluate, make_weights

GAMES = [table(seats, rows) for seats in range(2, 7) for rows in ALL_ROWS[::6]]
UNTRAINED = make_weights(MASTER, NetworkShape(6, 16, 2), jax.random.key(1))
DICE = np.random.default_rng(2)
RANDOM = Network({name: DICE.normal(0, 0.1, each.shape).astype(np.float32) for name, each in UNTRAINED.items()})
LOOK = jax.jit(jax.vmap(observe_in_jax))
EVALUATE = jax.jit(partial(evaluate, MASTER))


class MasterWitnesses:
    """The memories of all seats of a table, each fed with what that seat was shown."""

    def __init__(self, table: MasterTable) -> None:
        self.table = table
        self.deal()

    def deal(self) -> None:
        """Begin a round."""
        self.round = self.table.memory
        self.memories = [MasterMemory(self.table.game) for _ in range(self.table.game.seats)]

    def follow(self) -> None:
        """See the last move, or that a new round was dealt."""
        if self.table.memory is not self.round:
            self.deal()
            return
        for seat, memory in enumerate(self.memories):
            memory.see([event.show_to(seat) for event in self.table.state.last])

    def check(self, net: Network, planes: np.ndarray, numbers: np.ndarray, preferences: np.ndarray) -> bool:
        """Compare the observation and the preferences of the seat on turn, if it has a choice."""
        state = self.table.state
        view = state.view(state.turn)
        moves = offered(view)
        here = observe(self.table.game, view, moves, self.memories[state.turn])
        seen = np.reshape(here.planes.values, planes.swapaxes(0, 1).shape).swapaxes(0, 1)
        assert np.allclose(seen, planes, atol=1e-6), state
        assert np.allclose(here.numbers, numbers, atol=1e-6), state
        for move, worth in prefer(net, here, moves).items():
            kind, place = here.choices.get(move, (4, 0))
            assert worth == pytest.approx(preferences[kind * PLACES + place], rel=1e-3, abs=2e-2), (move, state)
        return len(moves) > 1


@pytest.mark.full
@pytest.mark.parametrize("net", [RANDOM, load_network("master")], ids=["random", "shipped"])
def test_it_sees_and_prefers_what_it_learns_to(net: Network) -> None:
    """Decision by decision, in random rounds with every number of seats."""
    comparison = MasterComparison(GAMES, seed=4)
    tables = [MasterWitnesses(table) for table in comparison.tables]
    weights = {name: np.asarray(weight) for name, weight in net.weights.items()}
    compared = 0
    for _ in range(200):
        seen = LOOK(comparison.parameters, comparison.now, comparison.now.seat)
        there = [np.asarray(array) for array in (*seen, EVALUATE(weights, seen)[0])]
        compared += sum(each.check(net, *(array[number] for array in there)) for number, each in enumerate(tables))
        comparison.step()
        for each in tables:
            each.follow()
    assert compared > 2_000
