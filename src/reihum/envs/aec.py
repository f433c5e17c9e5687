"""A PettingZoo environment (AEC) for every game that fits.

One agent per seat, ``seat_0`` … An observation is a dictionary, as in PettingZoo's classic games: ``observation``, the
seat's view as numbers, and ``action_mask``, 1 for every legal move of the seat. docs/envs.md has the tables.
"""

from __future__ import annotations

from typing import Any

from reihum.errors import MissingExtra

try:
    import numpy as np
    from gymnasium import spaces
    from gymnasium.utils import EzPickle, seeding
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    raise MissingExtra(error, "envs") from error

import reihum
from reihum.engine.rendering import render_view
from reihum.envs.encoding import encoding_of, observable_view
from reihum.envs.rewards import check_reward, reward_bounds, rewards_of
from reihum.errors import BadOption

__all__ = ["env", "raw_env"]

Observation = dict[str, NDArray[np.int8]]
RENDER_MODES = ["ansi", "human"]


def env(game: str, seats: int, *, reward: str = "win", render_mode: str | None = None, **options: Any) -> Any:
    """The environment with PettingZoo's usual wrappers: an illegal move ends the round at the lowest reward, and calls
    in the wrong order are refused."""
    plain = raw_env(game, seats, reward=reward, render_mode=render_mode, **options)
    guarded = wrappers.TerminateIllegalWrapper(plain, illegal_reward=reward_bounds(plain.game, reward)[0])
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))


class raw_env(AECEnv, EzPickle):  # type: ignore[misc,unused-ignore]  # noqa: N801  # PettingZoo calls it so
    """A round of a game, one move a step. An illegal move is refused with an error and changes nothing.

    ``reset(seed=…)`` deals. Without a seed the deals continue from the last one. ``reset(options={"deck": …})`` deals a
    stacked deck. Other options are ignored, as PettingZoo asks.
    """

    def __init__(
        self, game: str, seats: int, *, reward: str = "win", render_mode: str | None = None, **options: Any
    ) -> None:
        EzPickle.__init__(self, game, seats, reward=reward, render_mode=render_mode, **options)
        super().__init__()
        check_reward(reward)
        if render_mode not in (None, *RENDER_MODES):
            raise BadOption("env-render", expected=", ".join(RENDER_MODES), got=render_mode)
        self.game = reihum.game(game, seats, **options)
        self.encoding = encoding_of(self.game)
        self.reward = reward
        self.render_mode = render_mode
        self.metadata = {"name": f"reihum_{game}_v1", "render_modes": RENDER_MODES, "is_parallelizable": False}
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: self._observations() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(len(self.encoding.actions)) for agent in self.possible_agents}
        self._dice: np.random.Generator | None = None

    def _observations(self) -> spaces.Dict:
        most = np.array(self.encoding.most, dtype=np.int8)
        mask = spaces.Box(0, 1, (len(self.encoding.actions),), np.int8)
        return spaces.Dict({"observation": spaces.Box(np.zeros_like(most), most, dtype=np.int8), "action_mask": mask})

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None or self._dice is None:
            self._dice, _ = seeding.np_random(seed)
        self.round = self.game.deal(seed=self._dice.bytes(64), deck=(options or {}).get("deck"))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.round.to_act[0]]
        self._show()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise BadOption("env-action", game=self.game.id, expected=f"0 … {len(self.encoding.actions) - 1}", got="–")
        self.round = self.round.play(self._seat[agent], self.encoding.actions.move(int(action)))
        if self.round.outcome is None:
            self.agent_selection = self.possible_agents[self.round.to_act[0]]
        else:
            found = rewards_of(self.game, self.round.outcome, self.reward)
            self.rewards = dict(zip(self.agents, found, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self._deads_step_first()
        self._show()

    def observe(self, agent: str) -> Observation:
        seat = self._seat[agent]
        encoding = self.encoding
        awaited = agent == self.agent_selection  # seats that choose at the same time choose one after another here
        mask = encoding.mask(encoding.actions.legal(self.round, seat) if awaited else ())
        observation = encoding.observe(observable_view(self.round, seat), seat)
        return {
            "observation": np.frombuffer(observation, dtype=np.int8),
            "action_mask": np.frombuffer(mask, dtype=np.int8),
        }

    def render(self) -> str | None:
        """The table as the seat to act sees it: as a text, or printed."""
        if self.render_mode is None:
            raise BadOption("env-render", expected=", ".join(RENDER_MODES), got="–")
        text = render_view(self.round.view(self._seat[self.agent_selection]))
        if self.render_mode == "ansi":
            return text
        print(text, end="\n\n")
        return None

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """There is nothing to close."""

    def __str__(self) -> str:
        return str(self.metadata["name"])
