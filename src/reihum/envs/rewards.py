"""Rewards: what a finished round is worth to each seat. Before the end every reward is 0.

``win``: 1 for the winner, −1/(seats − 1) for everybody else, and several winners share. ``places``: from 1 for the
first to −1 for the last in equal steps, and equal players share. Both add up to 0. ``points``: the points of the rules,
negative if few are good.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from reihum.engine import Game
from reihum.engine.outcome import Outcome
from reihum.errors import BadOption

Points = Sequence[int]
"""Points by seat. More is better."""


def reward_win(points: Points) -> list[float]:
    """The reward for being first.

    >>> reward_win([3, 7, 2]), reward_win([5, 5, 1]), reward_win([4, 4])
    ([-0.5, 1.0, -0.5], [0.25, 0.25, -0.5], [0.0, 0.0])
    """
    winners, seats = points.count(max(points)), len(points)
    share = (seats - winners) / (winners * (seats - 1))
    return [share if own == max(points) else -1 / (seats - 1) for own in points]


def reward_places(points: Points) -> list[float]:
    """The reward for each place.

    >>> reward_places([3, 7, 2]), reward_places([5, 5, 1, 0])
    ([0.0, 1.0, -1.0], [0.6666666666666667, 0.6666666666666667, -0.33333333333333326, -1.0])
    """
    steps = len(points) - 1
    return [1 - (2 * sum(other > own for other in points) + points.count(own) - 1) / steps for own in points]


def reward_points(points: Points) -> list[float]:
    """The points as they are."""
    return [float(own) for own in points]


REWARDS: dict[str, Callable[[Points], list[float]]] = {
    "win": reward_win,
    "places": reward_places,
    "points": reward_points,
}
"""The ways to reward a finished round, by name: each makes the rewards of all seats."""


def check_reward(reward: str) -> None:
    """Refuse an unknown reward."""
    if reward not in REWARDS:
        raise BadOption("env-reward", expected=", ".join(REWARDS), got=reward)


def rewards_of(game: Game, outcome: Outcome, reward: str) -> list[float]:
    """What an outcome is worth to each seat."""
    sign = -1 if game.facts.lowest_wins else 1
    return REWARDS[reward]([sign * points for points in outcome.points])


def reward_bounds(game: Game, reward: str) -> tuple[float, float]:
    """The least and the most that a seat can get."""
    if reward == "win":
        return -1 / (game.seats - 1), 1.0
    if reward == "places":
        return -1.0, 1.0
    most = game.facts.bound_points(game.cards)
    return float(-most), 0.0 if game.facts.lowest_wins else float(most)
