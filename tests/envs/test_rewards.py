"""Rewards: zero in all, within their bounds, and better for better places."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

import reihum
from envs.fitting import VARIATIONS, played
from reihum.engine.outcome import rank_points
from reihum.envs.rewards import REWARDS, check_reward, reward_bounds, rewards_of


def test_a_round_of_a_row_game() -> None:
    """§1.1: few points are good."""
    game = reihum.game("classic", seats=4)
    outcome = rank_points("out", [12, 0, 30, 12], lowest_wins=True)
    third = 1 / 3
    assert rewards_of(game, outcome, "win") == [-third, 1, -third, -third]
    assert rewards_of(game, outcome, "places") == [0, 1, -1, 0]
    assert rewards_of(game, outcome, "points") == [-12, 0, -30, -12]


def test_rewards_of_random_rounds() -> None:
    """They add up to 0 where they should, stay within their bounds, and follow the places."""
    for game in VARIATIONS[::5]:
        outcome = [*played(game, "rewards", most=2_000)][-1].outcome
        if outcome is None:
            continue
        for reward in REWARDS:
            found = rewards_of(game, outcome, reward)
            least, most = reward_bounds(game, reward)
            assert all(least <= own <= most for own in found)
            assert reward == "points" or sum(found) == pytest.approx(0)
            by_place = sorted(zip(outcome.places, found, strict=True))
            assert [own for _, own in by_place] == sorted(found, reverse=True)


def test_an_unknown_reward_is_refused() -> None:
    """With the known ones."""
    with pytest.raises(reihum.BadOption) as refused:
        check_reward("glory")
    assert "win, places, points" in str(refused.value)


def test_the_points_of_a_game_have_the_bound_that_it_declares() -> None:
    """A game with bigger points than the numbers of its cards says so in its facts."""
    master, classic = reihum.game("master", seats=4), reihum.game("classic", seats=4)
    assert reward_bounds(master, "points") == (-961, 961)
    assert reward_bounds(classic, "points") == (-840, 0)
    assert reward_bounds(replace(classic.facts, most_points=2_000).game(4), "points") == (-2_000, 0)
