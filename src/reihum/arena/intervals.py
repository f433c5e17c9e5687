"""How certain a number is: 95 % intervals for the results of many rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf, sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from msgspec import Struct

Z = 1.959964
"""This many standard deviations cover 95 % of a normal distribution."""


class Share(NamedTuple):
    """A share with its 95 % interval."""

    value: float
    low: float
    high: float


class Estimate(Struct, frozen=True):
    """Any number with its 95 % interval, for reports. In JSON an unknown bound is null."""

    value: float
    low: float
    high: float


def wilson(wins: float, games: int) -> Share:
    """The share of games won, with Wilson's interval. Shared wins are fractions.

    >>> [round(number, 3) for number in wilson(50, 200)]
    [0.25, 0.195, 0.314]
    """
    share, spread = wins / games, Z * Z / games
    centre = (share + spread / 2) / (1 + spread)
    half = Z * sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    return Share(share, max(0.0, centre - half), min(1.0, centre + half))


def mean(values: Sequence[float]) -> Share:
    """The mean of independent values from 0 to 1, with its normal interval. If all are 0 or all are 1, it is Wilson's
    interval: a spread of 0 would claim certainty.

    >>> [round(number, 3) for number in mean([0.0, 0.5, 0.5, 1.0])]
    [0.5, 0.1, 0.9]
    >>> [round(number, 3) for number in mean([1.0] * 100)]
    [1.0, 0.963, 1.0]
    """
    centre, low, high = average(values)
    if centre in (0, 1):
        return wilson(sum(values), len(values))
    return Share(centre, max(0.0, low), min(1.0, high))


def average(values: Sequence[float]) -> Share:
    """The mean of independent values of any size, with its normal interval. A single value gives no bounds.

    >>> [round(number, 2) for number in average([10, 20, 30, 40])]
    [25.0, 12.35, 37.65]
    """
    centre = fmean(values)
    half = Z * stdev(values) / sqrt(len(values)) if len(values) > 1 else inf
    return Share(centre, centre - half, centre + half)


def average_counts(counts: Mapping[float, int]) -> Share:
    """The mean of many independent values, given as how often each came.

    >>> average_counts({10: 1, 20: 1, 30: 1, 40: 1}) == average([10, 20, 30, 40])
    True
    """
    number = sum(counts.values())
    centre = sum(value * count for value, count in counts.items()) / number
    if number == 1:
        return Share(centre, -inf, inf)
    squares = sum(count * (value - centre) ** 2 for value, count in counts.items())
    half = Z * sqrt(squares / (number - 1)) / sqrt(number)
    return Share(centre, centre - half, centre + half)


def difference(one: Share, other: Share) -> Share:
    """How much larger one value is than another, if both were found independently.

    >>> [round(number, 2) for number in difference(Share(5, 2, 8), Share(1, -3, 5))]
    [4, -1.0, 9.0]
    """
    value = one.value - other.value
    half = sqrt((one.high - one.low) ** 2 + (other.high - other.low) ** 2) / 2
    return Share(value, value - half, value + half)
