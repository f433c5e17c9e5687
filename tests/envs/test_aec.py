"""The PettingZoo environment: their own tests, and that it plays what the engine plays."""

from __future__ import annotations

import pickle
import random
import re
import warnings
from typing import Any

import pytest

import reihum
from envs.fitting import PLAIN
from reihum.engine import Game

pytest.importorskip("pettingzoo")
import numpy as np

from reihum.envs import aec

with warnings.catch_warnings(action="ignore", category=DeprecationWarning):  # it imports games of its own
    from pettingzoo.test import api_test, seed_test

# PettingZoo's test knows its own games by name and finds dictionaries odd in all others.
ODD = ("Observation is not a NumPy array", "Observation space for each agent probably should be")
ALONE = ("Action mask is a single number",)  # in a game without decisions
pytestmark = [pytest.mark.filterwarnings(f"ignore:{re.escape(text)}") for text in (*ODD, *ALONE)]


def made(game: Game, **more: Any) -> Any:
    """The environment of a game."""
    return aec.env(game.id, game.seats, **game.used_options, **more)


@pytest.mark.parametrize("game", PLAIN, ids=lambda game: game.id)
def test_pettingzoos_own_tests(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    """``api_test`` and ``seed_test``."""
    api_test(made(game), num_cycles=100)
    seed_test(lambda: made(game), num_cycles=30)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("seats", range(2, 7))
def test_a_round_is_the_engines(seats: int) -> None:
    """From the same deck, the same moves lead to the same observations and to the same end."""
    dice = random.Random(seats)
    env = aec.raw_env("classic", seats, blocking="take3", reward="points")
    deck = dice.sample(env.game.cards, 80)
    env.reset(options={"deck": deck})
    state = env.game.deal(deck=deck)
    while state.outcome is None:
        agent = env.agent_selection
        assert agent == f"seat_{state.to_act[0]}"
        observation, _, over, _, _ = env.last()
        moves = [str(env.encoding.actions.move(int(number))) for number in np.flatnonzero(observation["action_mask"])]
        assert moves == [str(move) for move in state.legal(state.to_act[0])]
        assert not over
        chosen = dice.choice(moves)
        state = state.play(state.to_act[0], chosen)
        env.step(env.encoding.actions.number(chosen))
    assert env.rewards == {f"seat_{seat}": -points for seat, points in enumerate(state.outcome.points)}
    assert all(env.terminations.values())
    assert not any(env.truncations.values())


def test_only_the_seat_to_act_has_a_mask() -> None:
    """What others may do is their secret, even to themselves before their turn."""
    env = aec.raw_env("hoechste-karte", 3)  # all choose at the same time: here in the order of seats
    env.reset(seed=1)
    assert [int(env.observe(agent)["action_mask"].sum()) for agent in env.agents] == [11, 0, 0]


def test_seeds_make_deals() -> None:
    """The same seed the same deals, one after the other; another seed others."""
    env = aec.raw_env("classic", 3)

    def deals(seed: int) -> list[object]:
        env.reset(seed=seed)
        first = env.round
        env.reset()
        return [first, env.round]

    one, again, other = deals(5), deals(5), deals(6)
    assert one == again
    assert one[0] != one[1]
    assert one != other


def test_an_illegal_move_changes_nothing_or_ends_the_round() -> None:
    """The plain environment refuses it with the engine's reason; the guarded one ends the round, as PettingZoo does."""
    plain = aec.raw_env("classic", 2)
    plain.reset(seed=1)
    before = plain.round
    for number, code in ((83, "rows.must-open"), (84, "env-action"), (-1, "env-action"), (None, "env-action")):
        with pytest.raises(reihum.ReihumError) as refused:
            plain.step(number)
        assert refused.value.code == code
        assert plain.round is before
    env = aec.env("classic", 2)
    env.reset(seed=1)
    env.step(83)
    assert all(env.terminations.values())


def test_drawing(capsys: pytest.CaptureFixture[str]) -> None:
    """``ansi`` gives a text, ``human`` prints it after every step."""
    env = aec.raw_env("junior", 2, render_mode="ansi")
    env.reset(options={"deck": " ".join(env.game.cards)})
    text = env.render()
    assert text is not None
    assert "hand.0  R2 R3 R4 R5 R6\nhand.1  5\nstock   26\nacts    0\nmoves   lay R2" in text
    human = aec.raw_env("junior", 2, render_mode="human")
    human.reset(options={"deck": " ".join(env.game.cards)})
    human.step(human.encoding.actions.number("lay R2"))
    assert capsys.readouterr().out.count("moves   lay") == 2


@pytest.mark.parametrize(
    ("wrong", "code"), [({"reward": "glory"}, "env-reward"), ({"render_mode": "oil"}, "env-render")]
)
def test_wrong_arguments_are_refused(wrong: dict[str, Any], code: str) -> None:
    """With what would be right."""
    with pytest.raises(reihum.BadOption) as refused:
        aec.env("classic", 2, **wrong)
    assert refused.value.code == code


def test_drawing_needs_a_mode() -> None:
    """Nobody asked for a picture."""
    env = aec.raw_env("classic", 2)
    env.reset(seed=1)
    with pytest.raises(reihum.BadOption):
        env.render()


def test_an_environment_can_be_sent_elsewhere() -> None:
    """As workers of training libraries need it: a copy deals the same."""
    env = aec.raw_env("master", 3, rows="RYGB", reward="places")
    twin = pickle.loads(pickle.dumps(env))  # noqa: S301
    for each in (env, twin):
        each.reset(seed=3)
    assert twin.round == env.round
    assert twin.reward == "places"
