"""Shares and how sure they are: 95 % intervals for what a simulation finds."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

Z = 1.959964
"""How many standard deviations hold 95 % of a normal distribution."""


class Share(NamedTuple):
    """A share with its 95 % interval."""

    value: float
    low: float
    high: float


def wilson(wins: float, games: int) -> Share:
    """The share of games won, with Wilson's interval; shared wins are fractions.

    >>> [round(number, 3) for number in wilson(50, 200)]
    [0.25, 0.195, 0.314]
    """
    share, spread = wins / games, Z * Z / games
    centre = (share + spread / 2) / (1 + spread)
    half = Z * sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    return Share(share, max(0.0, centre - half), min(1.0, centre + half))


def mean(values: Sequence[float]) -> Share:
    """The mean of independent values, each from 0 to 1, with its normal interval; Wilson's if all are 0 or all are 1,
    where a spread of nothing would claim to be sure.

    >>> [round(number, 3) for number in mean([0.0, 0.5, 0.5, 1.0])]
    [0.5, 0.1, 0.9]
    >>> [round(number, 3) for number in mean([1.0] * 100)]
    [1.0, 0.963, 1.0]
    """
    centre = fmean(values)
    if centre in (0, 1):
        return wilson(sum(values), len(values))
    half = Z * stdev(values) / sqrt(len(values)) if len(values) > 1 else 1.0
    return Share(centre, max(0.0, centre - half), min(1.0, centre + half))
