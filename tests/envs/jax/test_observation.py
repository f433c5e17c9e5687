"""Observations in JAX: what a seat may know, and nothing else."""

from __future__ import annotations

import random
from typing import Any

import pytest

from missing import NOT_TESTED
from simulator.row_rules import Rules, random_steps

pytest.importorskip("jax", reason=f"{NOT_TESTED}: JAX is not installed (pip install reihum[jax])")

import jax
import numpy as np

from envs.jax.comparison import Memory, from_state
from reihum.cards import Randomness
from reihum.envs.jax.rows.observation import OWN_PLANES, count_numbers, count_planes, observe
from reihum.envs.jax.rows.parameters import CARDS, parameters_of, to_words
from reihum.envs.jax.rows.position import RowPosition
from reihum.games.rows.bits import unmask
from reihum.games.rows.rules import RowsState

CASES = [Rules("classic", {}), Rules("three-starts", {"turn": "colour"}), Rules("any-start", {"blocking": "draw"})]
SEATS = 3
LOOK = jax.jit(observe)


def position_of(state: RowsState, memory: Memory) -> RowPosition:
    """A position with what was concluded on the way to it."""
    return from_state(state, SEATS)._replace(
        age=memory.age.reshape(4, 20).astype(np.uint8),
        banned=memory.banned.reshape(SEATS, 4, 20).astype(np.uint8),
        passed=memory.passed.reshape(SEATS, 4, 20).astype(np.uint8),
        chosen=np.array([to_words(unmask(cards)) for cards in memory.chosen]),
    )


def positions(rules: Rules, count: int, seed: int) -> Any:
    """States of random rounds, each with what was concluded."""
    memory = Memory(SEATS)
    before: RowsState | None = None
    for made in random_steps(rules.game(SEATS), random.Random(seed)):
        if before is None or made.before is not before:
            memory = Memory(SEATS)
        yield made.before, memory
        memory.add(made.before, made.move, made.after)
        before = made.after
        count -= 1
        if not count:
            return


def openings(rules: Rules, count: int) -> Any:
    """Fresh deals, about which nothing has been concluded."""
    for number in range(count):
        state = rules.game(SEATS).deal(seed=str(number))
        assert isinstance(state, RowsState)
        yield state, Memory(SEATS)


def leaks(look: Any, rules: Rules, seen: Any) -> int:
    """How many observations change when the cards that the observer does not see are dealt again."""
    parameters = parameters_of(rules.game(SEATS))
    found = 0
    for number, (state, memory) in enumerate(seen):
        seat = (state.turn + number) % SEATS
        other = state.imagine(seat, Randomness(b"5", str(number)))
        assert isinstance(other, RowsState)
        both = [look(parameters, position_of(world, memory), seat) for world in (state, other)]
        found += any(not np.array_equal(*pair) for pair in zip(*both, strict=True))
    return found


@pytest.mark.full
@pytest.mark.parametrize("rules", CASES, ids=str)
def test_two_worlds_give_the_same_observation(rules: Rules) -> None:
    """An observation does not depend on cards that the observer cannot see, nor on which eleven opens."""
    assert leaks(LOOK, rules, positions(rules, 40, 5)) == 0
    assert leaks(LOOK, rules, openings(rules, 40)) == 0


@pytest.mark.full
def test_a_leak_is_found() -> None:
    """The test above fails for an observation that shows which eleven opens, or a hidden hand."""

    def peek_hand(_: Any, position: Any, seat: Any) -> Any:
        return (position.hands[(seat + 1) % SEATS],)

    def peek_opening(_: Any, position: Any, seat: Any) -> Any:
        return (np.where(position.seat == seat, 0, position.fits),)

    assert leaks(peek_hand, CASES[0], positions(CASES[0], 40, 5)) > 30
    assert leaks(peek_opening, CASES[0], openings(CASES[0], 40)) > 5


@pytest.mark.full
def test_the_observation_tells_hand_table_and_moves() -> None:
    """The first planes are the seat's hand, the table and the legal moves; the sizes of all hands follow."""
    rules = CASES[0]
    game = rules.game(SEATS)
    parameters = parameters_of(game)
    for state, memory in positions(rules, 30, 6):
        seat = state.turn
        seen = LOOK(parameters, position_of(state, memory), seat)
        assert seen.planes.shape == (count_planes(SEATS), 4, 20)
        assert seen.numbers.shape == (count_numbers(SEATS),)
        planes = dict(zip(OWN_PLANES, np.asarray(seen.planes).reshape(-1, CARDS), strict=False))
        assert np.flatnonzero(planes["hand"]).tolist() == [at for at in range(CARDS) if state.hands[seat] >> at & 1]
        assert np.flatnonzero(planes["table"]).tolist() == [at for at in range(CARDS) if state.table >> at & 1]
        lays = [str(move) for move in state.legal(seat) if move.verb == "lay"]
        assert int(planes["legal"].sum()) == len(lays)
        sizes = np.asarray(seen.numbers)[: 21 * SEATS].reshape(SEATS, 21).argmax(axis=1)
        hands = [min(state.hands[(seat + turn) % SEATS].bit_count(), 20) for turn in range(SEATS)]
        assert sizes.tolist() == hands
