"""The loops of the vectorised environment, for the compiler: a step at each of many tables, and what players then see.

Rules, deals, dice and bots are the simulator's (``reihum.simulator``). A table's position is a row of one array. The
stocks of all tables lie one behind the other, so ``TOP`` and ``DRY`` count from the beginning of them all. A family is
a module with the kernels of its games. Each loop closes over one family, as in ``simulator.rounds``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from reihum.envs.vector import master_kernels, row_kernels
from reihum.envs.vector.opponents import NOBODY
from reihum.envs.vector.planes import MOVES, NUMBERS
from reihum.simulator.compiler import Words, copy, entry, kernel, kernels_version
from reihum.simulator.dice import start_dice
from reihum.simulator.parameters import SEATS
from reihum.simulator.position import DRY, TOP, TURN

WIN, PLACES, POINTS = range(3)


class Arrays(NamedTuple):
    """The numbers that the loops read and write. The first index is the table if nothing else is said. (A tuple,
    because the compiler knows tuples.)"""

    game: Any
    """The parameters of the game."""
    shape: Any
    positions: Any
    stocks: Any
    """The stocks of all tables, one behind the other."""
    stock: Any
    """Room for a stock."""
    rounds: Any
    """The number of the round. Below 0 if the first one is still to be dealt."""
    learners: Any
    """The learner's seat, or ``NOBODY`` if the caller plays all seats."""
    policies: Any
    """How the others play: by the learner's seat, then by seat."""
    weights: Any
    """Their weights, likewise."""
    skipped: Any
    """How many rounds were over before the learner's first turn."""
    turns: Any
    observations: Any
    masks: Any
    points: Any
    """Room for the points of each seat."""
    rewards: Any
    """By table and seat."""
    earned: Any
    """The learner's rewards."""
    dones: Any


@kernel
def reward_seat(points: Any, seat: int, seats: int, kind: int) -> float:
    """What the points of a seat are worth beside those of all. More points are better."""
    own, better, level, most = points[seat], 0, -1, points[0]  # a seat is level with itself
    for other in range(seats):
        better += 1 if points[other] > own else 0
        level += 1 if points[other] == own else 0
        most = max(most, points[other])
    if kind == POINTS:
        return float(own)
    if kind == PLACES:
        return 1.0 - (2 * better + level) / (seats - 1)
    return (seats - 1 - level) / ((level + 1) * (seats - 1)) if own == most else -1.0 / (seats - 1)


@kernel
def clear_rewards(tables: Arrays, table: int) -> None:
    """Forget the end of the last round."""
    tables.dones[table] = False
    tables.earned[table] = 0.0
    for seat in range(tables.game[SEATS]):
        tables.rewards[table, seat] = 0.0


@kernel
def count_round(tables: Arrays, table: int, rotation: int) -> None:
    """Go on to the next round of a table, and to the learner's seat in it."""
    tables.rounds[table] += len(tables.rounds)
    if rotation:
        tables.learners[table] = (tables.learners[table] + rotation) % tables.game[SEATS]


@kernel
def place_stock(tables: Arrays, table: int, size: int) -> None:
    """Move the stock of a deal to the table's place among all stocks."""
    copy(tables.stock, 0, tables.stocks, size * table, size)
    tables.positions[table, TOP] += size * table
    tables.positions[table, DRY] += size * table


@kernel
def write_rewards(tables: Arrays, table: int, kind: int) -> None:
    """Write what a finished round is worth to each seat, from the points of all."""
    seats, learner = tables.game[SEATS], tables.learners[table]
    tables.dones[table] = True
    for seat in range(seats):
        tables.rewards[table, seat] = reward_seat(tables.points, seat, seats, kind)
    if learner != NOBODY:
        tables.earned[table] = tables.rewards[table, learner]


def make_step(name: str, version: int, family: Any) -> Callable[..., None]:
    """The loop of a family that steps. It closes over the version of all kernels: see ``kernels_version``. It must not
    close over kernels, or the compiler would not know the loop again in the next process."""

    @entry(name)
    def step_tables(tables: Arrays, actions: Words, seed: int, kind: int, rotation: int) -> None:
        """Make a legal move at every table, and those of the learner's opponents after it. If the round is over, deal
        the next one in which the learner has a turn. Without actions, only show the tables."""
        _ = version
        game = tables.game
        for table in range(len(tables.rounds)):
            position, is_new = tables.positions[table], tables.rounds[table] < 0
            if len(actions):
                family.make_move(game, position, tables.stocks, tables.shape[MOVES + actions[table]])
            if tables.dones[table]:
                clear_rewards(tables, table)
            while True:
                if is_new:
                    count_round(tables, table, rotation)
                    family.deal(game, position, tables.stock, start_dice(seed, tables.rounds[table]))
                    place_stock(tables, table, family.STOCK_CARDS)
                learner = tables.learners[table]
                while not family.is_over(position) and learner != NOBODY and position[TURN] != learner:
                    family.play_bot(game, position, tables.stocks, tables.policies[learner], tables.weights[learner])
                if not family.is_over(position):
                    break
                if is_new:
                    tables.skipped[table] += 1
                else:
                    family.write_points(game, position, tables.points)
                    write_rewards(tables, table, kind)
                is_new = True
            tables.turns[table] = position[TURN]
            family.write_observation(game, tables.shape, position, tables.observations[table])
            family.write_mask(game, tables.shape, position, tables.masks[table])

    return step_tables


def make_sample(name: str, version: int, family: Any) -> Callable[..., None]:
    """The loop of a family that samples moves."""

    @entry(name)
    def sample_moves(tables: Arrays, dice: Words, actions: Words) -> None:
        """A legal move for every table, all equally likely."""
        _ = version
        thrown = dice[0]
        for table in range(len(actions)):
            move, thrown = family.sample_move(tables.game, tables.positions[table], thrown)
            actions[table] = tables.shape[NUMBERS + move]
        dice[0] = thrown

    return sample_moves


def make_check(version: int) -> Callable[..., int]:
    """The loop that looks for illegal moves."""

    @entry("find_illegal")
    def find_illegal(actions: Words, masks: Any) -> int:
        """The first table whose move is illegal. −1 if all are legal. A move may be any number."""
        _ = version
        for table in range(len(actions)):
            action, mask = actions[table], masks[table]
            if not (0 <= action < len(mask) and mask[action] != 0):
                return table
        return -1

    return find_illegal


_version = kernels_version()
find_illegal = make_check(_version)
step_rows = make_step("step_row_tables", _version, row_kernels)
sample_rows = make_sample("sample_row_tables", _version, row_kernels)
step_master = make_step("step_master_tables", _version, master_kernels)
sample_master = make_sample("sample_master_tables", _version, master_kernels)
