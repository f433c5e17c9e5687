"""The rules of Master in JAX against the engine's, move by move, for every number of seats and order of rows."""

from __future__ import annotations

import pytest

from missing import NOT_TESTED

pytest.importorskip("jax", reason=f"{NOT_TESTED}: JAX is not installed (pip install reihum[jax])")

from envs.jax.master_comparison import MasterComparison
from simulator.master_tables import ALL_ROWS, table

GAMES = [table(seats, rows, "random") for seats in range(2, 7) for rows in ALL_ROWS[::3]]
SOAK_STEPS = 25_000  # at 40 tables: a million positions


def compare(comparison: MasterComparison, steps: int, *, bots_every: int) -> int:
    """Play on both sides, and give the number of finished rounds."""
    ended = 0
    for number in range(steps):
        comparison.check_moves()
        if number % bots_every == 3:
            comparison.check_bots()
        ended += comparison.step()
    return ended


@pytest.mark.full
def test_the_rules_are_those_of_the_engine() -> None:
    """Legal moves, hands, table, stock, turn, points and what moves tell are the same after every move; eager and solid
    make the same moves."""
    comparison = MasterComparison(GAMES, seed=1)
    assert compare(comparison, 160, bots_every=8) > 20
    assert comparison.positions == 160 * len(GAMES)


@pytest.mark.soak
def test_the_rules_over_a_million_positions() -> None:
    """The same for a long time."""
    comparison = MasterComparison(GAMES, seed=3)
    compare(comparison, SOAK_STEPS, bots_every=10)
    assert comparison.positions >= 1_000_000
