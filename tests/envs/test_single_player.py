"""Gymnasium environments for one player: Gymnasium's own checks, and that the round is the engine's."""

from __future__ import annotations

import random
import re

import pytest

import reihum
from envs.fitting import PLAIN
from reihum.engine import Game

pytest.importorskip("gymnasium")
pytest.importorskip("numba")
import numpy as np
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from reihum.envs.single_player import TableEnv, TablesEnv


def made(game: Game) -> TableEnv:
    """The environment of a game."""
    return TableEnv(game.id, game.seats, opponents="random", **game.used_options)


def play(env: TableEnv, seed: int) -> float:
    """A round by random legal moves; what it is worth."""
    _, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    over, reward = False, 0.0
    while not over:
        assert (env.action_masks() == info["action_mask"].astype(bool)).all()
        seen, reward, over, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
        assert env.observation_space.contains(seen)
        assert not truncated
    assert not info["action_mask"].any()
    return reward


@pytest.mark.parametrize("game", PLAIN, ids=lambda game: game.id)
def test_gymnasiums_own_check(game: Game) -> None:
    """``check_env``, and a round to its end, for every game that fits."""
    env = made(game)
    check_env(env, skip_render_check=True)
    play(env, 1)


def test_the_same_seed_gives_the_same_round() -> None:
    """Deals and bots, and another seed gives another round."""
    env = TableEnv("classic", 3, opponents="random", reward="points")
    first, again, *others = (play(env, seed) for seed in (1, 1, 2, 3, 4))
    assert first == again
    assert {*others} != {first}


def test_a_round_is_the_engines() -> None:
    """The observations are those of the learner, and the reward is what the outcome is worth."""
    env = TableEnv("classic", 4, opponents="sensible", learner=2, reward="points", blocking="take3")
    _, info = env.reset(seed=5)
    dice, over, reward = random.Random(5), False, 0.0
    while not over:
        state = env.state
        moves = [env.encoding.actions.move(int(number)) for number in np.flatnonzero(info["action_mask"])]
        assert moves == [*state.legal(2)]
        seen, reward, over, _, info = env.step(np.int64(env.encoding.actions.number(dice.choice(moves))))
        assert seen.tobytes() == env.encoding.observe(env.state.view(2), 2) or over
    assert env.state.outcome is not None
    assert reward == -env.state.outcome.points[2]


def test_an_illegal_move_ends_the_round() -> None:
    """At the lowest reward, with the reason."""
    env = TableEnv("classic", 4, learner=1)
    _, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, over, _, info = env.step(np.int64(illegal))
    assert (reward, over) == (-1 / 3, True)
    assert info["refusal"]


def test_it_can_be_looked_at() -> None:
    """As a text, if asked for."""
    env = TableEnv("classic", 3, render_mode="ansi")
    env.reset(seed=1)
    assert re.search(r"[RYGB]\d", str(env.render()))
    with pytest.raises(reihum.BadOption):
        TableEnv("classic", 3, render_mode="human")


def test_what_is_impossible_is_refused() -> None:
    """A seat that is not there, and an unknown bot."""
    with pytest.raises(reihum.BadOption):
        TableEnv("classic", 3, learner=3)
    with pytest.raises(reihum.BadOption):
        TableEnv("classic", 3, opponents="nobody")


@pytest.mark.parametrize("game", ["classic", "master"])
def test_many_tables_are_a_vector_environment(game: str) -> None:
    """Spaces, masks, seeds and Gymnasium's own wrapper for statistics, which counts every round once."""
    env = TablesEnv(game, 16, seats=3, opponents="solid", learner="rotating")
    seen, info = env.reset(seed=3)
    assert seen.tolist() == env.reset(seed=3)[0].tolist() != env.reset(seed=4)[0].tolist()
    counted, ended = RecordEpisodeStatistics(env), 0
    seen, info = counted.reset(seed=3)
    for _ in range(120):
        assert env.observation_space.contains(seen)
        assert (env.action_masks() == info["action_mask"]).all()
        before, kept = seen, seen.copy()
        seen, rewards, dones, truncated, info = counted.step(env.tables.sample().copy())
        assert (before == kept).all()
        assert (rewards[~dones] == 0).all()
        assert not truncated.any()
        ended += int(dones.sum())
    assert counted.episode_count == ended > 0
