"""The compiled simulator for the row games and Master: many rounds in a second, played by simple policies.

It needs numba (``pip install reihum[fast]``); without it everything works the same, only slower.
"""

from reihum.simulator.compiler import available
from reihum.simulator.families import features, position, seen, state
from reihum.simulator.results import Results
from reihum.simulator.rows.policies import FEATURES, POLICIES
from reihum.simulator.rows.position import Position, move_number, move_text
from reihum.simulator.simulator import Player, Spread, dealt, imagined, moves_of, play_on, rollouts, simulate

__all__ = [
    "FEATURES",
    "POLICIES",
    "Player",
    "Position",
    "Results",
    "Spread",
    "available",
    "dealt",
    "features",
    "imagined",
    "move_number",
    "move_text",
    "moves_of",
    "play_on",
    "position",
    "rollouts",
    "seen",
    "simulate",
    "state",
]
