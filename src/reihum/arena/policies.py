"""Which bots the compiled kernels know, and by which policy they play them."""

from __future__ import annotations

from reihum.bots.search.weights import weights_for
from reihum.engine import Game
from reihum.simulator import Policy

POLICIES = {"random": "random", "eager": "eager", "holder": "holder", "sensible": "holder"}
"""The kernels' policies for bots. They also play ``solid``, by weights."""
SOLID = "solid"


def has_policy(bot: str) -> bool:
    """Whether the kernels know a bot."""
    return bot == SOLID or bot in POLICIES


def policy_of(game: Game, bot: str) -> Policy:
    """The kernels' policy for a bot."""
    return weights_for(game) if bot == SOLID else POLICIES[bot]
