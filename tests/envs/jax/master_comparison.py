"""Random rounds of Master on the engine and in the JAX environment, side by side: the same deals, the same moves."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import jax
import numpy as np

from envs.jax.comparison import put_tables, stack
from reihum.bots.search.weighted_bot import WeightedBot
from reihum.cards import JOKER, Randomness
from reihum.engine import Game, Move
from reihum.envs.jax.master.parameters import (
    JOKERS,
    NUMBERS,
    PLACES,
    MasterParameters,
    action_of,
    parameters_of,
    place_of,
)
from reihum.envs.jax.master.policies import choose_simple
from reihum.envs.jax.master.position import DECK, MasterPosition
from reihum.envs.jax.master.rules import BAN, MOST_PASSED, count_points, legal_mask, make_move
from reihum.envs.jax.policies import EAGER, SOLID
from reihum.games.master.board import ROW, WIDTH, beside
from reihum.games.master.rules import MasterState
from reihum.simulator.compiler import make_weights, make_words
from reihum.simulator.families import position
from reihum.simulator.master.position import move_text
from reihum.simulator.policies import WEIGHTS
from reihum.simulator.sampler import choose_move
from simulator.master_tables import random_steps

MAX_SEATS = 6
NO_WEIGHTS = make_weights((0.0,) * WEIGHTS * MAX_SEATS)


class Memory:
    """What everybody can conclude from the moves of a round, told by the engine's states alone."""

    def __init__(self, seats: int) -> None:
        self.banned = np.zeros((seats, PLACES), int)
        self.passed = np.zeros((seats, PLACES), int)
        self.chosen = [0] * seats
        self.shown = [0] * seats
        self.age = np.full(PLACES, 255)

    def add(self, before: MasterState, move: Move, after: MasterState) -> None:
        """Conclude from a move."""
        seat, fitting = before.turn, to_places(beside(before.table))
        self.age = np.minimum(self.age + 1, 255)
        self.age[to_places(after.table ^ before.table)] = 0
        self.chosen[seat] |= before.hands[seat] & ~after.hands[seat]
        if move.verb == "draw":
            self.banned[seat] = np.maximum(self.banned[seat] - 1, 0)
        if move.verb == "pass":
            self.banned[seat, fitting] = BAN
        if move.verb in ("draw", "end"):
            self.passed[seat, fitting] += 1
        if move.verb == "swap":
            self.shown[seat] += 1
        if str(move).startswith("lay J"):
            self.banned[seat, place_of(before.game, str(move.args[0]))] = BAN
            self.shown[seat] = max(0, self.shown[seat] - 1)


class MasterTable:
    """A round of the engine, with what is known of it."""

    def __init__(self, game: Game, dice: random.Random) -> None:
        self.game = game
        self._steps = random_steps(game, dice)
        self.bots = [WeightedBot(game, seat, Randomness(b"0", "bot")) for seat in range(game.seats)]
        self._policies = make_words([EAGER] * game.seats)
        self.deal()

    def deal(self) -> None:
        """Begin a round."""
        self._next = next(self._steps)
        self.state, self.memory = self._next.before, Memory(self.game.seats)

    def play(self) -> int:
        """Make a random move, and give its number."""
        made = self._next
        self.memory.add(*made)
        self.state = made.after
        if made.after.outcome is None:
            self._next = next(self._steps)
        return action_of(self.game, str(made.move))

    def choose(self, policy: int) -> int:
        """The number of the move that a policy makes here: ``solid`` as a bot, ``eager`` as a kernel."""
        seat = self.state.turn
        if policy == SOLID:
            return action_of(self.game, self.bots[seat].choose(self.state.view(seat)))
        now = position(self.state)
        chosen = choose_move(now.parameters.words, True, make_words(now.words), self._policies, NO_WEIGHTS)
        return action_of(self.game, move_text(self.game, int(chosen)))


class Kernels(NamedTuple):
    """The functions under test, for many tables at once."""

    mask: Any = jax.jit(jax.vmap(legal_mask))
    move: Any = jax.jit(jax.vmap(make_move))
    points: Any = jax.jit(jax.vmap(count_points))
    choose: Any = jax.jit(jax.vmap(choose_simple, in_axes=(0, 0, None)))


def from_state(state: MasterState, memory: Memory, seats: int = MAX_SEATS) -> MasterPosition:
    """The position of a state, with what was concluded on the way to it."""
    top = DECK - len(state.stock)
    order = np.full(PLACES, 255, np.uint8)
    jokers = []
    for place, card in enumerate(state.stock, top):
        if card == JOKER:
            jokers.append(place)
        else:
            order[place_of(state.game, card)] = place

    def by_seat(numbers: Any) -> Any:
        return np.array([*numbers, *[0] * (seats - state.game.seats)], np.int32)

    def planes(numbers: Any) -> Any:
        told = np.zeros((seats, 4, NUMBERS), np.uint8)
        told[: state.game.seats] = np.minimum(numbers, 255).reshape(-1, 4, NUMBERS)
        return told

    return MasterPosition(
        hands=np.array([to_words(hand) for hand in [*state.hands, *[0] * (seats - state.game.seats)]]),
        jokers=by_seat(state.jokers),
        table=to_words(state.table),
        wild=to_words(state.wild),
        order=order.reshape(4, NUMBERS),
        joker_order=np.array(jokers + [255] * (JOKERS - len(jokers)), np.uint8),
        top=np.int32(top),
        seat=np.int32(state.turn),
        laid=np.int32(state.laid),
        won=np.int32(state.won),
        target=to_words(state.target),
        passes=np.int32(state.passes),
        links=by_seat(state.links),
        bonus=by_seat(state.bonus),
        over=np.bool_(state.outcome is not None),
        age=memory.age.reshape(4, NUMBERS).astype(np.uint8),
        banned=planes(memory.banned),
        passed=planes(np.minimum(memory.passed, MOST_PASSED)),
        chosen=np.array([to_words(cards) for cards in [*memory.chosen, *[0] * (seats - state.game.seats)]]),
        shown=by_seat(memory.shown),
    )


class MasterComparison:
    """Many tables on both sides. ``positions`` counts the positions compared."""

    def __init__(self, games: list[Game], seed: int) -> None:
        self.kernels = Kernels()
        self.tables = [MasterTable(game, random.Random(f"{seed} {number}")) for number, game in enumerate(games)]
        self.parameters: MasterParameters = stack([parameters_of(game, MAX_SEATS) for game in games])
        self.now: MasterPosition = stack([from_state(table.state, table.memory) for table in self.tables])
        self.positions = 0

    def check_moves(self) -> None:
        """Both sides allow the same moves."""
        masks = np.asarray(self.kernels.mask(self.parameters, self.now))
        for mask, table in zip(masks, self.tables, strict=True):
            legal = [action_of(table.game, str(move)) for move in table.state.legal(table.state.turn)]
            assert np.flatnonzero(mask).tolist() == sorted(legal), table.state
        self.positions += len(self.tables)

    def check_bots(self) -> None:
        """Every bot chooses the same move on both sides."""
        for policy in (EAGER, SOLID):
            chosen = np.asarray(self.kernels.choose(self.parameters, self.now, policy))
            for action, table in zip(chosen.tolist(), self.tables, strict=True):
                assert action == table.choose(policy), (policy, table.state)

    def step(self) -> int:
        """Make random moves, compare what they lead to, and deal where a round is over. Gives the number of rounds."""
        actions = np.array([table.play() for table in self.tables], np.int32)
        self.now = self.kernels.move(self.parameters, self.now, actions)
        after = jax.tree.map(np.asarray, self.now)
        points = np.asarray(self.kernels.points(self.now))
        ended = []
        for number, table in enumerate(self.tables):
            check_state(MasterPosition(*(leaf[number] for leaf in after)), table)
            if outcome := table.state.outcome:
                assert points[number, : table.game.seats].tolist() == list(outcome.points)
                ended.append(number)
                table.deal()
        if ended:
            new = stack([from_state(self.tables[number].state, self.tables[number].memory) for number in ended])
            self.now = put_tables(self.now, np.array(ended), new)
        return len(ended)


def check_state(found: MasterPosition, table: MasterTable) -> None:
    """A position has what the engine's state has, and what was concluded."""
    expected = from_state(table.state, table.memory)
    for name in MasterPosition._fields:
        if name in ("order", "joker_order") or (name in ("seat", "laid", "won") and table.state.outcome):
            continue  # which cards the stock has is compared as they are drawn
        assert np.array_equal(getattr(found, name), getattr(expected, name)), (name, table.state)


def to_words(places: int) -> Any:
    """The engine's places as four words."""
    return np.array([(places >> WIDTH * row & ROW) << 1 for row in range(4)], np.uint32)


def to_places(places: int) -> list[int]:
    """The engine's places as numbers from 0 to 83."""
    return [
        NUMBERS * row + number for row in range(4) for number in range(NUMBERS) if places >> WIDTH * row + number & 1
    ]
