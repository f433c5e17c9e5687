"""Gymnasium environments for one player, the learner: bots play the other seats.

``TableEnv`` is one table on the engine: every game that fits, with any bots. ``TablesEnv`` is many tables at once, on
the compiled kernels. In both, ``info["action_mask"]`` has a 1 for every legal move, as in Gymnasium's own environments
(Taxi): it goes into ``action_space.sample(mask)``. ``action_masks()`` is what MaskablePPO of sb3-contrib calls.
"""

from __future__ import annotations

from typing import Any

from reihum.errors import MissingExtra

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from numpy.typing import NDArray
except ModuleNotFoundError as error:
    raise MissingExtra(error, "envs") from error

import reihum
from reihum.bots import seat_bots
from reihum.bots.play import move_bot, show_events
from reihum.bots.registry import Player
from reihum.engine import State
from reihum.engine.rendering import render_view
from reihum.envs.encoding import Encoding, encoding_of, observable_view
from reihum.envs.rewards import check_reward, reward_bounds, rewards_of
from reihum.envs.vector import Tables
from reihum.errors import BadOption, ReihumError

__all__ = ["TableEnv", "TablesEnv", "observation_space"]

Observation = NDArray[np.int8]
RENDER_MODES = ["ansi"]


def observation_space(encoding: Encoding) -> Any:
    """The space of a game's observations."""
    most = np.array(encoding.most, np.int8)
    return spaces.Box(np.zeros_like(most), most, dtype=np.int8)


class TableEnv(gymnasium.Env[Observation, np.int64]):  # type: ignore[misc,unused-ignore]
    """A round of a game for one player. An illegal move ends the round at the lowest reward; ``info["refusal"]`` says
    why."""

    def __init__(
        self,
        game: str,
        seats: int,
        *,
        opponents: Player = "sensible",
        learner: int = 0,
        reward: str = "win",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        check_reward(reward)
        if render_mode not in (None, *RENDER_MODES):
            raise BadOption("env-render", expected=", ".join(RENDER_MODES), got=render_mode)
        if not 0 <= learner < seats:
            raise BadOption("seat", expected=f"0 … {seats - 1}", got=learner)
        self.game = reihum.game(game, seats, **options)
        self.encoding = encoding_of(self.game)
        self.opponents, self.learner, self.reward = opponents, learner, reward
        seat_bots(self.game, [opponents] * seats, b"")  # an unknown bot is refused at once
        self.metadata = {"render_modes": RENDER_MODES}
        self.render_mode = render_mode
        self.observation_space = observation_space(self.encoding)
        self.action_space = spaces.Discrete(len(self.encoding.actions))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal, and let the bots play until the learner is on turn. Rounds that are over before are dealt again."""
        super().reset(seed=seed, options=options)
        while True:
            source = self.np_random.bytes(64)
            self.bots = seat_bots(self.game, [self.opponents] * self.game.seats, source)
            self.state: State = self.game.deal(seed=source)
            self._play_bots()
            if self.state.outcome is None:
                return self._observe(), self._info()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make the learner's move and those of the bots until the learner is on turn again."""
        try:
            self.state = self.state.play(self.learner, self.encoding.actions.move(int(action)))
        except ReihumError as refusal:
            least = reward_bounds(self.game, self.reward)[0]
            return self._observe(), least, True, False, {**self._info(), "refusal": str(refusal)}
        show_events(self.state, self.bots)
        self._play_bots()
        outcome = self.state.outcome
        reward = rewards_of(self.game, outcome, self.reward)[self.learner] if outcome else 0.0
        return self._observe(), reward, outcome is not None, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal moves, as MaskablePPO of sb3-contrib asks for them."""
        return self._mask().astype(bool)

    def render(self) -> str | None:
        """The table as the learner sees it, if the render mode is ``ansi``."""
        return render_view(self.state.view(self.learner)) if self.render_mode else None

    def _play_bots(self) -> None:
        while self.state.outcome is None and (seat := self.state.to_act[0]) != self.learner:
            _, self.state = move_bot(self.bots[seat], self.state)
            show_events(self.state, self.bots)

    def _observe(self) -> Observation:
        seen = self.encoding.observe(observable_view(self.state, self.learner), self.learner)
        return np.frombuffer(seen, np.int8)

    def _mask(self) -> NDArray[np.int8]:
        running = self.state.outcome is None
        legal = self.encoding.actions.legal(self.state, self.learner) if running else ()
        return np.frombuffer(self.encoding.mask(legal), np.int8)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask()}


class TablesEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):  # type: ignore[misc,unused-ignore]
    """Many tables with a row game or Master for one player each. When a round ends, the next one is dealt in the same
    step. If one of the moves is illegal, none is made, and the engine's refusal is raised."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(self, game: str, tables: int, *, seats: int, opponents: Any = "sensible", **more: Any) -> None:
        self.tables = Tables(game, tables, seats=seats, opponents=opponents, **more)
        self.num_envs = tables
        self.single_observation_space = observation_space(self.tables.encoding)
        self.single_action_space = spaces.Discrete(len(self.tables.encoding.actions))
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, tables)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, tables)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin again at every table."""
        super().reset(seed=seed)
        self.tables.reset(int(self.np_random.integers(2**62)))
        return self.tables.observations.copy(), self._info()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """A move of the learner at every table, and those of the bots."""
        seen, _, rewards, dones = self.tables.step(actions)
        return seen.copy(), rewards.astype(np.float64), dones.copy(), np.zeros_like(dones), self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal moves at every table."""
        return self.tables.masks.astype(bool)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.tables.masks.copy()}
