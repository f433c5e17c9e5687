"""The games in JAX as an environment in the manner of pgx: pure functions for ``jax.jit`` and ``jax.vmap``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import jax
import jax.numpy as jnp

import reihum
from reihum.envs.jax.renewal import renew
from reihum.envs.jax.rules import rules_of
from reihum.envs.rewards import check_reward


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class EnvState:
    """A table: what pgx's states have, and the position."""

    current_player: Any
    observation: Any
    rewards: Any
    terminated: Any
    truncated: Any
    legal_action_mask: Any
    """After the end of a round every move, as in pgx, so that a policy can choose one; it changes nothing."""
    _step_count: Any
    position: Any
    """Everything about the round, hidden cards included."""

    def replace(self, **changes: Any) -> EnvState:
        """The same table with other values, as wrappers written for pgx make it."""
        return replace(self, **changes)


class Env:
    """A game with its seats and options. ``init``, ``step`` and ``observe`` treat one table: use ``jax.vmap``."""

    def __init__(self, game: str, *, seats: int, reward: str = "win", **options: Any) -> None:
        check_reward(reward)
        self.game = reihum.game(game, seats, **options)
        self.rules = rules_of(self.game)
        self.parameters = self.rules.parameters_of(self.game)
        self.num_players = seats
        self._reward = self.rules.rewards[reward]
        example = jax.eval_shape(self.init, jax.random.key(0))
        (self.num_actions,) = example.legal_action_mask.shape
        self.observation_shape = example.observation.shape

    def init(self, key: Any) -> EnvState:
        """Deal a round."""
        nothing = jnp.zeros(self.num_players, jnp.float32)
        position = self.rules.deal(self.parameters, key)
        return self._show(position, nothing, position.over, jnp.int32(0))

    def step(self, state: EnvState, action: Any, key: Any = None) -> EnvState:
        """Make a move. A finished round stays as it is. An illegal move ends the round, and its player loses. The key,
        which wrappers written for pgx give, is not used."""
        before = state.position
        action = jnp.asarray(action, jnp.int32)
        illegal = ~state.legal_action_mask[action]
        after = self.rules.make_move(self.parameters, before, action)
        loser = jnp.arange(self.num_players) == before.seat
        penalty = jnp.where(loser, -1.0, 1.0 / (self.num_players - 1))
        rewards = jnp.where(after.over, self._reward(self.parameters, after), 0.0)
        rewards = jnp.where(illegal, penalty, rewards)
        stays = state.terminated
        position = jax.tree.map(lambda new, old: jnp.where(stays | illegal, old, new), after, before)
        position = position._replace(over=stays | illegal | after.over)
        return self._show(position, jnp.where(stays, 0.0, rewards), position.over, state._step_count + ~stays)  # noqa: SLF001

    def observe(self, state: EnvState, player: Any) -> Any:
        """What a player may know, as a list of numbers."""
        return self.rules.observe(self.parameters, state.position, player)

    def legal(self, state: EnvState) -> Any:
        """Whether each move is legal for the player on turn."""
        return self.rules.legal_mask(self.parameters, state.position)

    def step_tables(self, states: EnvState, actions: Any, key: Any) -> EnvState:
        """Make a move at every table. Where that ends a round, the next one is dealt at once; ``rewards`` and
        ``terminated`` still tell of the round that has ended."""
        states = states.replace(terminated=jnp.zeros_like(states.terminated))
        done = jax.vmap(self.step)(states, actions)
        next_ = renew(lambda _, keys: jax.vmap(self.init)(keys), done, done.terminated, key)
        after: EnvState = next_.replace(rewards=done.rewards, terminated=done.terminated)
        return after

    def _show(self, position: Any, rewards: Any, over: Any, steps: Any) -> EnvState:
        return EnvState(
            current_player=position.seat,
            observation=self.rules.observe(self.parameters, position, position.seat),
            rewards=rewards.astype(jnp.float32),
            terminated=over,
            truncated=jnp.bool_(False),
            legal_action_mask=self.rules.legal_mask(self.parameters, position) | over,
            _step_count=steps,
            position=position,
        )


def play_random(env: Env, tables: int, steps: int) -> Callable[[EnvState, Any], EnvState]:
    """A compiled function that makes random moves at many tables, from their states and a key."""

    def choose(mask: Any, key: Any) -> Any:
        rank = jnp.cumsum(mask)
        return jnp.argmax(rank > jax.random.randint(key, (), 0, rank[-1])).astype(jnp.int32)

    def step(states: EnvState, key: Any) -> tuple[EnvState, None]:
        now, later = jax.random.split(key)
        actions = jax.vmap(choose)(states.legal_action_mask, jax.random.split(now, tables))
        return env.step_tables(states, actions, later), None

    def play(states: EnvState, key: Any) -> EnvState:
        played: EnvState = jax.lax.scan(step, states, jax.random.split(key, steps))[0]
        return played

    compiled: Callable[[EnvState, Any], EnvState] = jax.jit(play)
    return compiled
