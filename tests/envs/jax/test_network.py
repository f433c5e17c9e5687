"""The net of a trained player, and its file."""

from __future__ import annotations

from pathlib import Path

import pytest

import reihum
from missing import NOT_TESTED

pytest.importorskip("jax", reason=f"{NOT_TESTED}: JAX is not installed (pip install reihum[jax])")

import jax
import jax.numpy as jnp
import numpy as np

from reihum.bots.trained.weights_file import read_weights
from reihum.engine import Game
from reihum.envs.jax.families import MASTER, ROWS
from reihum.envs.jax.league import LEARNER, make_league
from reihum.envs.jax.network import NetworkShape, evaluate, make_weights
from reihum.envs.jax.policies import SOLID
from reihum.envs.jax.rollout import advance, deal_tables, needs_net, observe_tables
from reihum.envs.jax.train import MASTER_WIDTH
from reihum.envs.jax.weights_file import MAX_BYTES, round_weights, write_weights

ROW_GAMES = [reihum.game("classic", 4), reihum.game("three-starts", 3, blocking="take3")]
MASTERS = [reihum.game("master", 4), reihum.game("master", 2)]


@pytest.mark.full
@pytest.mark.parametrize("games", [ROW_GAMES, MASTERS], ids=["rows", "master"])
def test_an_untrained_net_plays_like_solid(games: list[Game]) -> None:
    """Its preferences are those of solid, which makes the move that it prefers."""
    league = make_league(games, 64, 0, {})
    family = league.family
    now = jax.jit(lambda key: advance(league, deal_tables(league, key), 12))(jax.random.key(0))
    must, policy = needs_net(league, now)
    seen = observe_tables(league, now)
    preferences, _ = evaluate(family, make_weights(family, NetworkShape(4, 32, 1), jax.random.key(1)), seen)
    chosen = family.to_action(seen, jnp.argmax(preferences, axis=-1))
    solid = jax.vmap(family.choose_simple, in_axes=(0, 0, None))(league.parameters, now, SOLID)
    decides = np.asarray(must & (policy == LEARNER))
    assert decides.sum() > 20
    assert np.asarray(chosen)[decides].tolist() == np.asarray(solid)[decides].tolist()


def test_the_file_of_weights_is_small_and_exact(tmp_path: Path) -> None:
    """The nets of both families fit; a reader gets the weights that were evaluated, and the account."""
    master = make_weights(MASTER, NetworkShape(6, MASTER_WIDTH, 2), jax.random.key(1))
    assert write_weights(tmp_path / "master.npz", master, {}) < MAX_BYTES
    weights = make_weights(ROWS, NetworkShape(6, 256, 2), jax.random.key(2))
    path = tmp_path / "weights.npz"
    assert write_weights(path, weights, {"seed": 2}) < MAX_BYTES
    found, about = read_weights(path)
    assert about == {"seed": 2}
    rounded = round_weights(weights)
    assert found.keys() == weights.keys()
    for name, weight in weights.items():
        assert np.array_equal(found[name], rounded[name])
        assert np.abs(found[name] - np.asarray(weight)).max() <= np.abs(np.asarray(weight)).max(initial=0) / 100 + 1e-6
