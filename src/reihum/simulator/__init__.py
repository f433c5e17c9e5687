"""The compiled simulator for the row games and Master: many rounds in a second, played by simple policies.

It needs numba (``pip install reihum[fast]``) or kernels compiled ahead of time. Without both it gives the same results,
only more slowly.
"""

from reihum.simulator.compiler import available
from reihum.simulator.families import features, position, seen, state
from reihum.simulator.network import evaluate_net
from reihum.simulator.policies import POLICIES
from reihum.simulator.position import Position
from reihum.simulator.precompiled import load_kernels
from reihum.simulator.results import Results
from reihum.simulator.rows.policies import FEATURES
from reihum.simulator.rows.position import move_number, move_text
from reihum.simulator.simulator import Policy, Spread, deal, imagine, list_moves, play_on, rollouts, simulate

__all__ = [
    "FEATURES",
    "POLICIES",
    "Policy",
    "Position",
    "Results",
    "Spread",
    "available",
    "deal",
    "evaluate_net",
    "features",
    "imagine",
    "list_moves",
    "load_kernels",
    "move_number",
    "move_text",
    "play_on",
    "position",
    "rollouts",
    "seen",
    "simulate",
    "state",
]
