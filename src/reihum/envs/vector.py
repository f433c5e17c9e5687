"""A vectorised environment for training: a row game at thousands of tables that all step at once, compiled by numba.

Observations and masks are those of the PettingZoo environment, number by number. docs/envs.md tells more.
"""

from __future__ import annotations

from typing import Any

from reihum.errors import MissingExtra

try:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray
except ModuleNotFoundError as error:
    raise MissingExtra(error, "envs") from error

import reihum
from reihum import simulator
from reihum.cards import Randomness, as_seed
from reihum.envs import vector_kernels
from reihum.envs.actions import cards_of
from reihum.envs.encoding import Encoding, encoding_of
from reihum.envs.rewards import REWARDS, check_reward
from reihum.errors import BadOption, ReihumError
from reihum.games.rows.layout import Layout
from reihum.games.rows.rules import RowsState
from reihum.simulator.dice import SEED_LIMIT, start_dice
from reihum.simulator.parameters import PASS
from reihum.simulator.position import DRY, TOP, Position
from reihum.simulator.rows.cards import PLACE
from reihum.simulator.rows.parameters import parameters_of
from reihum.simulator.rows.position import POSITION_WORDS, STOCK_CARDS, move_number, to_state

REWARD_KINDS = {"win": vector_kernels.WIN, "places": vector_kernels.PLACES, "points": vector_kernels.POINTS}
assert REWARD_KINDS.keys() == REWARDS.keys()


class Tables:
    """Many tables with one row game. Its arrays are made once, and every step writes to them:

    ``observations`` (tables × size, int8), what the seat on turn sees; ``masks`` (tables × actions, int8), its legal
    moves; ``turns`` (tables, int8), which seat that is; ``rewards`` (tables × seats, float32) and ``dones`` (tables,
    bool), of the move just made. When a round is over, the next one is dealt at once, and observed.
    """

    def __init__(
        self, game: str, tables: int, *, seats: int, seed: int | str | bytes = 0, reward: str = "win", **options: Any
    ) -> None:
        if not simulator.available():
            raise ReihumError("env-numba")
        check_reward(reward)
        self.game = reihum.game(game, seats, **options)
        self.encoding: Encoding = encoding_of(self.game)
        actions = len(self.encoding.actions)
        self.observations: NDArray[np.int8] = np.zeros((tables, self.encoding.size), np.int8)
        self.masks: NDArray[np.int8] = np.zeros((tables, actions), np.int8)
        self.turns: NDArray[np.int8] = np.zeros(tables, np.int8)
        self.rewards: NDArray[np.float32] = np.zeros((tables, seats), np.float32)
        self.dones: NDArray[np.bool_] = np.zeros(tables, np.bool_)
        self._rules = parameters_of(self.game)
        self._shape = _shape(self.encoding)
        self._kind = REWARD_KINDS[reward]
        self._positions = np.zeros((tables, POSITION_WORDS), np.int64)
        self._stocks = np.zeros(tables * STOCK_CARDS, np.int64)
        self._stock = np.zeros(STOCK_CARDS, np.int64)
        self._rounds = np.zeros(tables, np.int64)
        self._sampled = np.zeros(tables, np.int64)
        self.reset(seed)

    def __len__(self) -> int:
        return len(self.turns)

    def reset(self, seed: int | str | bytes) -> None:
        """Begin anew at every table. Table t of n gets the deals t, t + n, t + 2 n … of the simulator's seed. A text
        works like a number: the same text gives the same deals."""
        self._seed = _seed_number(seed) % SEED_LIMIT
        self._chance = np.array([start_dice(self._seed, SEED_LIMIT - 1)], np.int64)
        self.rewards[:] = 0
        self.dones[:] = False
        vector_kernels.open_tables(*self._tables())

    def step(
        self, actions: ArrayLike
    ) -> tuple[NDArray[np.int8], NDArray[np.int8], NDArray[np.float32], NDArray[np.bool_]]:
        """Make a move, given as its number, at every table. Returns observations, masks, rewards, dones. If one of the
        moves is illegal, none is made."""
        given = np.asarray(actions)
        if given.shape != (len(self),) or given.dtype.kind not in "iu":
            raise BadOption("env-actions", expected=len(self), got=f"{given.dtype} {given.shape}")
        chosen = np.ascontiguousarray(given, dtype=np.int64)
        if (table := vector_kernels.find_illegal(chosen, self.masks)) >= 0:
            raise self._refusal(table, int(chosen[table]))
        vector_kernels.step_tables(*self._tables(), self._kind, chosen, self.rewards, self.dones)
        return self.observations, self.masks, self.rewards, self.dones

    def sample(self) -> NDArray[np.int64]:
        """A legal move for every table, all equally likely. The array is used again."""
        vector_kernels.sample_moves(self._rules.words, self._shape, self._positions, self._chance, self._sampled)
        return self._sampled

    def state(self, table: int) -> RowsState:
        """The engine's state at a table: to look at, or to play on from."""
        words = [int(word) for word in self._positions[table]]
        top, dry = words[TOP], words[DRY]
        words[TOP], words[DRY] = 0, dry - top
        stock = tuple(int(place) for place in self._stocks[top:dry])
        return to_state(Position(self._rules, tuple(words), stock))

    def _tables(self) -> tuple[Any, ...]:
        """What the kernels read and write."""
        where = self._rules.words, self._shape, self._seed, self._positions, self._stocks, self._stock, self._rounds
        return *where, self.turns, self.observations, self.masks

    def _refusal(self, table: int, action: int) -> ReihumError:
        move, here = self.encoding.actions.move(action), self.state(table)
        try:
            here.play(here.turn, move)
        except ReihumError as error:
            return error
        raise AssertionError(f"the engine allows {move}")


def _seed_number(seed: int | str | bytes) -> int:
    """A seed as the simulator takes it."""
    if isinstance(seed, int | np.integer):
        return int(seed)
    return Randomness(as_seed(seed), "tables").below(SEED_LIMIT)


def _shape(encoding: Encoding) -> NDArray[np.int64]:
    """What the kernels have to know about observations and masks."""
    layout: Layout = encoding.game.setup
    numbers = {move_number(move): number for number, move in enumerate(encoding.actions.moves)}
    rows = [PLACE[f"{colour}{layout.low}"] for colour in layout.colours]
    shape = [len(cards_of(encoding.game)), len(rows), layout.high - layout.low + 1, *rows, *[0] * (4 - len(rows))]
    shape += [numbers.get(move, 0) for move in range(PASS + 1)]
    return np.array([*shape, *numbers], np.int64)
