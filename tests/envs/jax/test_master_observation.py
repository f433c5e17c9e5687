"""Observations of Master in JAX: what a seat may know, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from missing import NOT_TESTED
from simulator.master_tables import random_steps, table

pytest.importorskip("jax", reason=f"{NOT_TESTED}: JAX is not installed (pip install reihum[jax])")

import jax
import numpy as np

from envs.jax.master_comparison import Memory, from_state, to_places
from reihum.cards import Randomness
from reihum.envs.jax.master.observation import OWN_PLANES, count_numbers, count_planes, observe
from reihum.envs.jax.master.parameters import NUMBERS, PLACES, parameters_of
from reihum.games.master.rules import MasterState

SEATS = 3
GAME = table(SEATS)
LOOK = jax.jit(observe)
pytestmark = pytest.mark.full


def positions(count: int, seed: int) -> Iterator[tuple[MasterState, Memory]]:
    """States of random rounds, each with what was concluded."""
    memory = Memory(SEATS)
    after: MasterState | None = None
    for number, made in enumerate(random_steps(GAME, random.Random(seed))):
        if number == count:
            return
        if made.before is not after:
            memory = Memory(SEATS)
        yield made.before, memory
        memory.add(*made)
        after = made.after


def leaks(look: Any, count: int) -> int:
    """How many observations change when the cards that the observer does not see are dealt again."""
    found = 0
    for number, (state, memory) in enumerate(positions(count, 5)):
        seat = (state.turn + number) % SEATS
        other = state.imagine(seat, Randomness(b"5", str(number)))
        both = [look(parameters_of(GAME), from_state(world, memory, SEATS), seat) for world in (state, other)]
        found += any(not np.array_equal(*pair) for pair in zip(*both, strict=True))
    return found


def test_two_worlds_give_the_same_observation() -> None:
    """An observation does not depend on cards that the observer cannot see."""
    assert leaks(LOOK, 250) == 0


def test_a_leak_is_found() -> None:
    """The test above fails for an observation that shows a hidden hand, or the jokers in it."""

    def peek_hand(_: Any, position: Any, seat: Any) -> Any:
        return (position.hands[(seat + 1) % SEATS],)

    def peek_jokers(_: Any, position: Any, seat: Any) -> Any:
        return (position.jokers[(seat + 1) % SEATS],)

    assert leaks(peek_hand, 40) > 30
    assert leaks(peek_jokers, 250) > 20


def test_the_observation_tells_hand_table_and_moves() -> None:
    """The first planes are the seat's hand, the table and the jokers on it; later ones the legal moves by kind. The
    sizes of all hands follow."""
    starts = {"lay": "lay ", "joker": "lay J", "link": "link ", "swap": "swap "}
    for state, memory in positions(60, 6):
        seat = state.turn
        seen = LOOK(parameters_of(GAME), from_state(state, memory, SEATS), seat)
        assert seen.planes.shape == (count_planes(SEATS), 4, NUMBERS)
        assert seen.numbers.shape == (count_numbers(SEATS),)
        planes = dict(zip(OWN_PLANES, np.asarray(seen.planes).reshape(-1, PLACES), strict=False))
        for name, places in (("hand", state.hands[seat]), ("table", state.table), ("wild", state.wild)):
            assert np.flatnonzero(planes[name]).tolist() == to_places(places)
        texts = [str(move) for move in state.legal(seat)]
        for name, start in starts.items():
            moves = {text.split(">")[-1] for text in texts if text.startswith(start)}
            if name == "lay":
                moves = {text for text in moves if text.startswith(start)}
            assert int(planes[name].sum()) == len(moves), (name, state)
        sizes = np.asarray(seen.numbers)[: 25 * SEATS].reshape(25, SEATS).argmax(axis=0)
        hands = [len(state.hand_of((seat + turn) % SEATS)) for turn in range(SEATS)]
        assert sizes.tolist() == [min(size, 24) for size in hands]
