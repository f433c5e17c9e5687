"""The JAX environment behaves as pgx's environments do."""

from __future__ import annotations

from typing import Any

import pytest

from missing import NOT_TESTED

pytest.importorskip("jax", reason=f"{NOT_TESTED}: JAX is not installed (pip install reihum[jax])")

import jax
import jax.numpy as jnp
import numpy as np

from reihum.envs.jax import Env, EnvState
from reihum.envs.jax.env import play_random
from reihum.envs.rewards import REWARDS
from reihum.errors import BadOption

TABLES = 64
pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def env() -> Env:
    """Junior, whose rounds are short."""
    return Env("junior", seats=3, reward="places")


def opened(env: Env, tables: int = TABLES) -> EnvState:
    """Tables with new rounds."""
    states: EnvState = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(1), tables))
    return states


def test_a_state_has_what_pgx_states_have(env: Env) -> None:
    """Shapes and types of a fresh state."""
    states = opened(env)
    assert states.observation.shape == (TABLES, *env.observation_shape)
    assert states.legal_action_mask.shape == (TABLES, env.num_actions)
    assert states.rewards.shape == (TABLES, env.num_players)
    assert not np.asarray(states.terminated | states.truncated).any()
    assert np.asarray(states.legal_action_mask.sum(axis=1) > 0).all()
    assert np.array_equal(jax.vmap(env.legal)(states), states.legal_action_mask)
    assert np.array_equal(jax.vmap(env.observe)(states, states.current_player), states.observation)


def test_rounds_end_with_rewards_and_new_ones_are_dealt(env: Env) -> None:
    """Every table that ends gets rewards that add up to 0 and, at once, a new round with legal moves."""
    states, step = opened(env), jax.jit(env.step_tables)
    ended = 0
    for number in range(80):
        actions = jnp.argmax(states.legal_action_mask, axis=1)
        states = step(states, actions, jax.random.key(number))
        over, rewards = np.asarray(states.terminated), np.asarray(states.rewards)
        assert np.allclose(rewards.sum(axis=1), 0, atol=1e-5)
        assert (np.abs(rewards).max(axis=1) > 0.5).tolist() == over.tolist()
        assert np.asarray(states.legal_action_mask.any(axis=1)).all()
        assert (np.asarray(states._step_count)[over] == 0).all()
        ended += int(over.sum())
    assert ended > TABLES


def test_an_illegal_move_loses(env: Env) -> None:
    """It ends the round; the seat that made it loses, and further steps change nothing."""
    state = env.init(jax.random.key(3))
    illegal = int(np.flatnonzero(~np.asarray(state.legal_action_mask))[0])
    after = env.step(state, illegal)
    assert bool(after.terminated)
    assert float(after.rewards[int(state.current_player)]) == -1.0
    again = env.step(after, 0)
    assert bool(again.terminated)
    assert not np.asarray(again.rewards).any()


def test_a_wrapper_written_for_pgx_deals_the_next_round(env: Env) -> None:
    """Such a wrapper gives each step a key, and exchanges values of the state."""

    def step(state: EnvState, action: Any, key: Any) -> EnvState:
        moving, dealing = jax.random.split(key)
        nothing = jnp.zeros_like(state.rewards)
        state = jax.lax.cond(
            state.terminated | state.truncated,
            lambda: state.replace(terminated=jnp.bool_(False), truncated=jnp.bool_(False), rewards=nothing),
            lambda: state,
        )
        after = env.step(state, action, moving)
        shown: EnvState = jax.lax.cond(
            after.terminated | after.truncated,
            lambda: env.init(dealing).replace(terminated=after.terminated, rewards=after.rewards),
            lambda: after,
        )
        return shown

    states, step_all, ended = opened(env), jax.jit(jax.vmap(step)), 0
    for number in range(80):
        actions = jnp.argmax(states.legal_action_mask, axis=1)
        states = step_all(states, actions, jax.random.split(jax.random.key(number), TABLES))
        over = np.asarray(states.terminated)
        assert np.array_equal(np.abs(np.asarray(states.rewards)).max(axis=1) > 0.5, over)
        assert (np.asarray(states._step_count)[over] == 0).all()
        ended += int(over.sum())
    assert ended > TABLES


def test_after_the_end_every_move_may_be_chosen_and_changes_nothing(env: Env) -> None:
    """As in pgx: a policy that chooses among the moves always has one. ``legal`` says that nothing can be done."""
    state, step = env.init(jax.random.key(3)), jax.jit(env.step)
    while not bool(state.terminated):
        state = step(state, jnp.argmax(state.legal_action_mask))
    assert np.asarray(state.legal_action_mask).all()
    assert not np.asarray(env.legal(state)).any()
    after = step(state, env.num_actions - 1)
    assert all(
        np.array_equal(*pair) for pair in zip(*map(jax.tree.leaves, (after.position, state.position)), strict=True)
    )


def test_random_play_runs_compiled(env: Env) -> None:
    """Many moves at many tables in one call; the same key gives the same tables."""
    play = play_random(env, TABLES, 30)
    once, again = (play(opened(env), jax.random.key(7)) for _ in range(2))
    assert all(np.array_equal(*pair) for pair in zip(jax.tree.leaves(once), jax.tree.leaves(again), strict=True))


@pytest.mark.parametrize("reward", REWARDS)
def test_rewards_are_those_of_the_other_environments(reward: str) -> None:
    """Win, places and points of a finished position."""
    from reihum.envs.jax.rows.position import RowPosition

    env = Env("junior", seats=3)
    hands = np.array([[0, 0, 0, 0], [1 << 5, 0, 1 << 2, 0], [0, 1 << 7, 0, 0]], np.uint32)
    position: Any = RowPosition(*[None] * len(RowPosition._fields))
    position = position._replace(hands=hands, places=np.array([1, 0, 0]))
    worth = env.rules.rewards[reward](env.parameters, position)
    assert np.allclose(worth, REWARDS[reward]([0, -7, -7]))


@pytest.mark.parametrize("reward", REWARDS)
def test_rewards_of_master_are_those_of_the_other_environments(reward: str) -> None:
    """Bonus cards, numbers and jokers in hand count; equal players share."""
    from reihum.envs.jax.master.position import MasterPosition

    env = Env("master", seats=3)
    hands = np.array([[1 << 20, 0, 1 << 2, 0], [0, 0, 0, 0], [0, 1 << 11, 0, 0]], np.uint32)
    position: Any = MasterPosition(*[None] * len(MasterPosition._fields))
    position = position._replace(hands=hands, jokers=np.array([0, 0, 1]), bonus=np.array([2, 0, 2]))
    worth = env.rules.rewards[reward](env.parameters, position)
    assert np.allclose(worth, REWARDS[reward]([0, 0, 0]))
    worth = env.rules.rewards[reward](env.parameters, position._replace(bonus=np.array([2, 0, 1])))
    assert np.allclose(worth, REWARDS[reward]([0, 0, -11]))


def test_master_plays_as_an_environment() -> None:
    """Random rounds end with rewards that add up to 0, and new ones are dealt."""
    env = Env("master", seats=2)
    states = opened(env, 16)
    assert states.observation.shape == (16, *env.observation_shape)
    play = play_random(env, 16, 40)
    steps = np.zeros(16)
    for number in range(12):
        states = play(states, jax.random.key(number))
        assert np.allclose(np.asarray(states.rewards).sum(axis=1), 0, atol=1e-5)
        steps += 40
    assert (np.asarray(states._step_count) < steps).all()


def test_other_games_are_refused() -> None:
    """Mogeln has too many moves, and Schlafmütze calls: the refusal names the games there are."""
    for name in ("mogeln", "schlafmuetze"):
        with pytest.raises(BadOption, match="ratefix"):
            Env(name, seats=3)
