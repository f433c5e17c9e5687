"""How likely a move is, for players who choose by weights but sometimes slip."""

from __future__ import annotations

from reihum.simulator.compiler import kernel
from reihum.simulator.logarithms import exp, log

IMPOSSIBLE = -60.0
SLIP = 0.05
"""How often a player makes any move, whatever the weights say."""


@kernel
def log_likelihood(worth: float, total: float, moves: int) -> float:
    """The logarithm of a move's likelihood: by its worth compared with the best one's, or as a slip. So a single move
    that does not fit a hand cannot rule the hand out, however large the differences in worth."""
    return log((1.0 - SLIP) * exp(worth) / total + SLIP / moves)
