"""What the policies of both families have in common: their names, and the size of a list of weights."""

from __future__ import annotations

POLICIES = ("random", "eager", "holder", "weighted")
"""The names of the policies by which the compiled kernels play."""
RANDOM, EAGER, HOLDER, WEIGHTED = range(4)

WEIGHTS = 16
"""The number of weights of the weighted policy."""

LATE_CARDS = 3
"""A round is *late* for a player once somebody else has at most this many cards."""
