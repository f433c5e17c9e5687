"""The rules in JAX against the engine's, move by move, for every row game, option and number of seats."""

from __future__ import annotations

import pytest

from missing import NOT_TESTED
from simulator.row_rules import ALL_RULES, HOUSE_RULES

pytest.importorskip("jax", reason=f"{NOT_TESTED}: JAX is not installed (pip install reihum[jax])")

from envs.jax.comparison import Comparison

GAMES = [rules.game(seats) for rules in (*ALL_RULES, *HOUSE_RULES) for seats in range(2, 7)]
SOAK_STEPS = 1_800  # at 570 tables: more than a million positions


def compare(comparison: Comparison, steps: int, *, bots_every: int) -> int:
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
    """Legal moves, hands, table, stock, turn, places, points and what moves tell are the same after every move; eager,
    holder and solid make the same moves."""
    comparison = Comparison(GAMES, seed=1)
    compare(comparison, 40, bots_every=20)
    assert comparison.positions == 40 * len(GAMES)


@pytest.mark.full
def test_rounds_end_as_on_the_engine() -> None:
    """Short rounds, to their end: outcomes are compared."""
    short = [game for game in GAMES if game.id == "junior" or game.options.get("edition") == "40"][::8]
    assert compare(Comparison(short, seed=2), 120, bots_every=40) > len(short)


@pytest.mark.soak
def test_the_rules_over_a_million_positions() -> None:
    """The same for a long time."""
    comparison = Comparison(GAMES, seed=3)
    compare(comparison, SOAK_STEPS, bots_every=10)
    assert comparison.positions > 1_000_000
