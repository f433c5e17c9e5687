"""The small games in JAX against the engine, move by move, for all options and numbers of seats."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import reihum
from missing import NOT_TESTED
from reihum.engine import Game
from reihum.errors import BadOption

pytest.importorskip("jax", reason=f"{NOT_TESTED}: JAX is not installed (pip install reihum[jax])")

import jax
import jax.numpy as jnp
import numpy as np

from envs.jax.comparison import stack
from envs.jax.game_cases import CASES
from envs.jax.game_comparison import Case, GameComparison, leaks
from reihum.envs import actions_of, encoding_of, fits
from reihum.envs.jax import Env
from reihum.envs.jax.env import play_random

TABLES = 24
SOAK_POSITIONS = 1_000_000
SOAK_TABLES = 256
SMALL: dict[str, dict[str, Any]] = {
    "anywhere": {"stop_calls": False, "open_tops": True, "length": "short"},
    "farben-sammeln": {},
    "quartett": {"bluff": True},
    "ratefix": {"repeat": False},
    "schwarzer-peter": {"short": True},
    "was-liegt-wo": {"numbers": 10},
}
"""Options that make rounds short, and some moves illegal."""
ALL_MOVES: dict[str, dict[str, Any]] = {
    "anywhere": {"stop_calls": False, "open_tops": True},
    "quartett": {"bluff": True},
}
"""Options without which the other environments have fewer moves."""
EXAMPLE = re.compile(r"### Small games.*?```python\n(.*?)```", re.DOTALL)
by_name = pytest.mark.parametrize("name", CASES)
pytestmark = pytest.mark.full


def all_games(name: str) -> Iterator[Game]:
    """All seats and options, but who begins, which the comparison decides itself."""
    facts = reihum.GAMES[name]
    values = {
        option: list(dict.fromkeys(game.options[option] for game in facts.variations()))
        for option in facts.options
        if option != "first"
    }
    for seats, *chosen in product(facts.seats, *values.values()):
        options = {option: value for option, value in zip(values, chosen, strict=True) if value is not None}
        try:
            game = facts.game(seats, **options)
        except BadOption:  # two options that do not go together
            continue
        if fits(game):
            yield game


def some_games(name: str, count: int) -> list[Game]:
    """Some of them at random; a game with few options comes several times."""
    return random.Random(name).choices(list(all_games(name)), k=count)


def compare(case: Case, games: list[Game], seed: int, positions: int, make_move: Any = None) -> GameComparison:
    """Play on both sides."""
    comparison = GameComparison(case, games, seed, make_move)
    while comparison.positions < positions:
        comparison.check_shown()
        comparison.step()
    return comparison


@pytest.fixture(scope="module", params=CASES)
def env(request: pytest.FixtureRequest) -> Env:
    """Each game with three seats."""
    return Env(request.param, seats=3, reward="places", **SMALL[request.param])


@by_name
def test_the_rules_are_those_of_the_engine(name: str) -> None:
    """Deals, legal moves, positions, observations and points are the same after every move."""
    assert compare(CASES[name], some_games(name, TABLES), seed=1, positions=TABLES * 60).rounds > 0


@pytest.mark.soak
@by_name
def test_the_rules_over_a_million_positions(name: str) -> None:
    """The same for a long time, with all options together."""
    games = list(all_games(name))
    tables = games * -(-SOAK_TABLES // len(games))
    comparison = compare(CASES[name], tables, seed=2, positions=SOAK_POSITIONS)
    print(f"{name}: {comparison.positions:,} positions, {comparison.rounds:,} rounds, {len(games)} games")
    assert comparison.rounds > 1_000


@by_name
def test_two_worlds_give_the_same_observation(name: str) -> None:
    """An observation does not depend on cards that the observer cannot see."""
    assert leaks(CASES[name], some_games(name, TABLES), CASES[name].module.observe, 30) == 0


@by_name
def test_a_leak_is_found(name: str) -> None:
    """The test above fails for an observation that shows hidden cards."""

    def peek(_: Any, position: Any, __: Any) -> Any:
        return getattr(position, CASES[name].hidden)

    assert leaks(CASES[name], some_games(name, TABLES), peek, 3) > TABLES


@by_name
def test_moves_and_observations_have_the_numbers_of_the_other_environments(name: str) -> None:
    """With exactly the seats and cards of a game, moves and observations are as long as elsewhere."""
    facts = reihum.GAMES[name]
    largest = facts.game(facts.seats[-1], **ALL_MOVES.get(name, {}))
    for game in (largest, facts.game(3, **SMALL[name])):
        env = Env(name, seats=game.seats, **game.options)
        assert env.num_actions == len(actions_of(game))
        assert env.observation_shape == (encoding_of(game).size,)


def test_rounds_end_with_rewards_and_new_ones_are_dealt(env: Env) -> None:
    """Random rounds: rewards add up to 0, tables that end get a new round at once, and the same key gives the same."""
    tables, steps = 16, 60
    opened = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(1), tables))
    play = play_random(env, tables, steps)
    states = opened
    for number in range(20):
        states = play(states, jax.random.key(number))
        assert np.allclose(np.asarray(states.rewards).sum(axis=1), 0, atol=1e-5)
        assert np.asarray(states.legal_action_mask.any(axis=1)).all()
    assert (np.asarray(states._step_count) < 20 * steps).sum() > tables / 2
    once, again = (play(opened, jax.random.key(7)) for _ in range(2))
    assert np.array_equal(once.observation, again.observation)


def test_an_illegal_move_loses(env: Env) -> None:
    """It ends the round; the seat that made it loses, and further steps change nothing."""
    init, step = jax.jit(env.init), jax.jit(env.step)
    state = init(jax.random.key(3))
    state = step(state, int(np.asarray(state.legal_action_mask).argmax()))
    legal = np.asarray(state.legal_action_mask)
    assert not legal.all()
    after = step(state, int(np.flatnonzero(~legal)[0]))
    assert bool(after.terminated)
    assert float(after.rewards[int(state.current_player)]) == -1.0
    again = step(after, 0)
    assert bool(again.terminated)
    assert not np.asarray(again.rewards).any()


@by_name
def test_who_begins(name: str) -> None:
    """A seat, or one by lot."""
    module, tables = CASES[name].module, 32
    games = [reihum.game(name, 3, first=first, **SMALL[name]) for first in (1, "random") for _ in range(tables)]
    keys = jax.random.split(jax.random.key(5), len(games))
    seats = np.asarray(jax.jit(jax.vmap(module.deal))(stack([*map(module.parameters_of, games)]), keys).seat).tolist()
    assert {*seats[:tables]} == {1}
    assert {*seats[tables:]} == {0, 1, 2}


@by_name
def test_a_wrong_rule_is_found(name: str) -> None:
    """The comparison fails when a rule is wrong: every turn goes to the last seat."""
    right = CASES[name].module.make_move

    def make_move(parameters: Any, position: Any, action: Any) -> Any:
        after = right(parameters, position, action)
        return after._replace(seat=jnp.where(after.seat == position.seat, after.seat, parameters.seats - 1))

    with pytest.raises(AssertionError):
        compare(CASES[name], some_games(name, TABLES), 1, positions=TABLES * 30, make_move=make_move)


def test_cards_are_held_out_in_a_new_order_for_every_draw() -> None:
    """In Schwarzer Peter each table has another order, and each draw; over many tables every place is as likely."""
    module, tables = CASES["schwarzer-peter"].module, 400
    parameters = module.parameters_of(reihum.game("schwarzer-peter", 2))
    keys = jax.random.split(jax.random.key(9), tables)
    dealt = jax.jit(jax.vmap(module.deal, in_axes=(None, 0)))(parameters, keys)
    after = jax.jit(jax.vmap(module.make_move, in_axes=(None, 0, None)))(parameters, dealt, 0)
    assert (np.asarray(dealt.fan) != np.asarray(after.fan)).any(axis=1).all()
    cards = dealt.fan.shape[1]
    assert np.abs(np.asarray(dealt.fan).mean(axis=0) - (cards - 1) / 2).max() < 3


def test_calls_are_refused() -> None:
    """Überall anschließen is there without „Stopp!“ only, and the refusal names the call."""
    with pytest.raises(BadOption, match="stop"):
        Env("anywhere", seats=3)


def test_the_example_of_the_documents_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """It prints an observation in words."""
    documents = Path(__file__).parents[3] / "docs" / "envs.md"
    found = EXAMPLE.search(documents.read_text(encoding="utf-8"))
    assert found is not None
    exec(compile(found[1], "<envs.md>", "exec"), {})  # noqa: S102 – our own document
    assert "'middle.top pile " in capsys.readouterr().out
