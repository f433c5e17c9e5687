"""Many tables with a row game or Master that all step at once. docs/envs.md tells more."""

from __future__ import annotations

from collections.abc import Sequence
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
from reihum.engine import State
from reihum.envs.actions import cards_of
from reihum.envs.encoding import Encoding, encoding_of
from reihum.envs.rewards import REWARDS, check_reward
from reihum.envs.vector import loops
from reihum.envs.vector.opponents import NOBODY, Names, make_opponents
from reihum.envs.vector.planes import make_shape
from reihum.errors import BadOption, ReihumError
from reihum.games.master.rules import MasterState
from reihum.simulator.dice import SEED_LIMIT, start_dice
from reihum.simulator.families import family_of
from reihum.simulator.position import DICE, DRY, TOP, Position

REWARD_KINDS = {"win": loops.WIN, "places": loops.PLACES, "points": loops.POINTS}
assert REWARD_KINDS.keys() == REWARDS.keys()

NO_MOVES: NDArray[np.int64] = np.zeros(0, np.int64)


class Tables:
    """Many tables with one game. Its arrays are made once, and every step writes to them:

    ``observations`` (tables × size, int8), what the seat on turn sees; ``masks`` (tables × actions, int8), its legal
    moves; ``turns`` (tables, int8), which seat that is; ``rewards`` (tables × seats, float32) and ``dones`` (tables,
    bool), of the move just made. When a round is over, the next one is dealt at once, and observed.

    With ``opponents`` the bots play all seats but the ``learner``'s, so every position is one in which the learner is
    on turn, and ``rewards`` (tables, float32) are the learner's. ``opponents`` is the name of a bot, or one name for
    each opponent, clockwise from the learner. ``learner`` is a seat, or ``"rotating"``: it then sits at seat t of table
    t, and one seat further in each next round. ``skipped`` (tables, int64) counts rounds that were over before the
    learner's first turn; they are not shown.
    """

    def __init__(
        self,
        game: str,
        tables: int,
        *,
        seats: int,
        seed: int | str | bytes = 0,
        reward: str = "win",
        opponents: Names | None = None,
        learner: int | str = 0,
        **options: Any,
    ) -> None:
        if not simulator.available():
            raise ReihumError("env-numba")
        check_reward(reward)
        self.game = reihum.game(game, seats, **options)
        self._family = family_of(self.game)
        self.encoding: Encoding = encoding_of(self.game)
        self._opponents = make_opponents(self.game, opponents, learner)
        self._kind = REWARD_KINDS[reward]
        master = self.game.facts.state is MasterState
        self._step = loops.step_master if master else loops.step_rows
        self._sample = loops.sample_master if master else loops.sample_rows
        self._make_arrays(tables)
        self.reset(seed)

    def _make_arrays(self, tables: int) -> None:
        family, encoding, seats = self._family, self.encoding, self.game.seats
        self.observations: NDArray[np.int8] = np.zeros((tables, encoding.size), np.int8)
        self.masks: NDArray[np.int8] = np.zeros((tables, len(encoding.actions)), np.int8)
        self.turns: NDArray[np.int8] = np.zeros(tables, np.int8)
        self.dones: NDArray[np.bool_] = np.zeros(tables, np.bool_)
        self.skipped: NDArray[np.int64] = np.zeros(tables, np.int64)
        self._sampled = np.zeros(tables, np.int64)
        self._arrays = loops.Arrays(
            game=family.parameters(self.game).words,
            shape=make_shape(
                cards_of(self.game), encoding.actions.moves, lambda move: family.move_number(self.game, move)
            ),
            positions=np.zeros((tables, family.position_words), np.int64),
            stocks=np.zeros(tables * family.stock_cards, np.int64),
            stock=np.zeros(family.stock_cards, np.int64),
            rounds=np.zeros(tables, np.int64),
            learners=np.zeros(tables, np.int64),
            policies=self._opponents.policies,
            weights=self._opponents.weights,
            skipped=self.skipped,
            turns=self.turns,
            observations=self.observations,
            masks=self.masks,
            points=np.zeros(seats, np.int64),
            rewards=np.zeros((tables, seats), np.float32),
            earned=np.zeros(tables, np.float32),
            dones=self.dones,
        )
        self.rewards: NDArray[np.float32] = (
            self._arrays.rewards if self._opponents.learner == NOBODY else self._arrays.earned
        )

    def __len__(self) -> int:
        return len(self.turns)

    def reset(self, seed: int | str | bytes) -> None:
        """Begin again at every table. Table t of n gets the deals t, t + n, t + 2 n … of the simulator's seed. A text
        works like a number: the same text gives the same deals."""
        arrays, rotation = self._arrays, self._opponents.rotation
        self._seed = _seed_number(seed) % SEED_LIMIT
        self._dice = np.array([start_dice(self._seed, SEED_LIMIT - 1)], np.int64)
        arrays.rounds[:] = np.arange(-len(self), 0)  # a number below 0: the first round is still to be dealt
        arrays.learners[:] = self._opponents.find_seats(len(self), self.game.seats)
        arrays.rewards[:] = arrays.earned[:] = 0
        self.dones[:] = False
        self.skipped[:] = 0
        self._step(arrays, NO_MOVES, self._seed, self._kind, rotation)

    def step(
        self, actions: ArrayLike
    ) -> tuple[NDArray[np.int8], NDArray[np.int8], NDArray[np.float32], NDArray[np.bool_]]:
        """Make a move, given as its number, at every table, and those of the opponents after it. Returns observations,
        masks, rewards, dones. If one of the moves is illegal, none is made."""
        given = np.asarray(actions)
        if given.shape != (len(self),) or given.dtype.kind not in "iu":
            raise BadOption("env-actions", expected=len(self), got=f"{given.dtype} {given.shape}")
        chosen = np.ascontiguousarray(given, dtype=np.int64)
        if (table := loops.find_illegal(chosen, self.masks)) >= 0:
            raise self._refusal(table, int(chosen[table]))
        self._step(self._arrays, chosen, self._seed, self._kind, self._opponents.rotation)
        return self.observations, self.masks, self.rewards, self.dones

    def sample(self) -> NDArray[np.int64]:
        """A legal move for every table, all equally likely. The array is used again."""
        self._sample(self._arrays, self._dice, self._sampled)
        return self._sampled

    def state(self, table: int) -> State:
        """The engine's state at a table: to look at, or to play on from. It does not have Master's connections that lie
        on the table: they no longer matter."""
        words = [int(word) for word in self._arrays.positions[table]]
        top, dry = words[TOP], words[DRY]
        words[TOP], words[DRY] = 0, dry - top
        stock = tuple(int(place) for place in self._arrays.stocks[top:dry])
        return self._family.to_state(Position(self._family.parameters(self.game), tuple(words), stock))

    def load(self, states: Sequence[State]) -> None:
        """Go on from states of the engine, one for each table. Opponents play until the learner is on turn."""
        if len(states) != len(self) or any(state.game != self.game or state.outcome for state in states):
            raise BadOption("env-states", game=self.game.id, expected=len(self), got=len(states))
        for table, state in enumerate(states):
            position = self._family.from_state(state, None)
            at, stock = self._family.stock_cards * table, position.stock
            words = np.array(position.words)
            words[TOP], words[DRY] = at, at + len(stock)
            words[DICE] = start_dice(self._seed, SEED_LIMIT - 2 - table)
            self._arrays.positions[table] = words
            self._arrays.stocks[at : at + len(stock)] = stock
        self._step(self._arrays, NO_MOVES, self._seed, self._kind, self._opponents.rotation)

    def _refusal(self, table: int, action: int) -> ReihumError:
        move, here = self.encoding.actions.move(action), self.state(table)
        try:
            here.play(here.to_act[0], move)
        except ReihumError as error:
            return error
        raise AssertionError(f"the engine allows {move}")


def _seed_number(seed: int | str | bytes) -> int:
    """A seed as the simulator takes it."""
    if isinstance(seed, int | np.integer):
        return int(seed)
    return Randomness(as_seed(seed), "tables").below(SEED_LIMIT)
