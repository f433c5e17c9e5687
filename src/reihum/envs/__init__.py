"""Environments for other tools: ``aec`` (PettingZoo), ``openspiel``, and ``vector`` for training.

Each of the three is a module of its own, so you install only what you use: ``pip install reihum[envs]``.
"""

from reihum.envs.actions import Actions, actions_of, cards_of
from reihum.envs.encoding import Encoding, encoding_of, fits, observable_view
from reihum.envs.parts import Part
from reihum.envs.rewards import REWARDS

__all__ = ["REWARDS", "Actions", "Encoding", "Part", "actions_of", "cards_of", "encoding_of", "fits", "observable_view"]
