"""Environments for other tools: ``aec`` (PettingZoo), ``openspiel``, ``single_player`` (Gymnasium), and ``vector`` and
``jax`` for training.

Each of them is a module of its own, so you install only what you use: ``pip install reihum[envs]``, for ``jax``
``pip install reihum[jax]``.
"""

from reihum.envs.actions import Actions, actions_of, cards_of
from reihum.envs.encoding import Encoding, encoding_of, fits, observable_view
from reihum.envs.parts import Part
from reihum.envs.rewards import REWARDS

__all__ = ["REWARDS", "Actions", "Encoding", "Part", "actions_of", "cards_of", "encoding_of", "fits", "observable_view"]
