"""Ratings from wins: one number for each bot.

Luce's choice model: each player at a table has a strength, and wins with a probability of its strength divided by the
sum of all strengths there. Hunter's iteration (2004) finds the likeliest strengths. A rating is 400 · log₁₀(strength),
as in Elo's system: a player who is 400 ahead wins ten times as often. The mean of all ratings is 0.

One imaginary round at every kind of table, won by all in equal parts, keeps the rating of a bot that never won finite.
Intervals come from leaving out a part of the deals at a time (the jackknife), so the luck shared within a deal counts
once.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import inf, log10, sqrt

from reihum.arena.intervals import Estimate, Z

PARTS = 30
"""The number of parts of the deals for the jackknife."""

PRECISION = 1e-9
"""The iteration ends when no strength changes by more than this fraction."""

TableKind = tuple[tuple[str, int], ...]
"""A kind of table: how many of each bot sit there."""

Tally = dict[TableKind, dict[str, float]]
"""The wins of each bot at each kind of table. The wins of a round add up to 1."""


def count_win(tally: Tally, table: Sequence[str], won: Mapping[str, float]) -> None:
    """Count a round."""
    kind = tuple(sorted(Counter(table).items()))
    wins = tally.setdefault(kind, defaultdict(float))
    for bot, share in won.items():
        wins[bot] += share


def rate(parts: Sequence[Tally]) -> dict[str, Estimate]:
    """The rating of every bot, from rounds in several parts."""
    whole = add_tallies(parts)
    again = [fit_ratings(add_tallies([whole], minus=part)) for part in parts] if len(parts) > 1 else []
    return {bot: _estimate(rating, [each[bot] for each in again]) for bot, rating in fit_ratings(whole).items()}


def add_tallies(tallies: Iterable[Tally], minus: Tally | None = None) -> Tally:
    """The sum of several tallies, minus one."""
    whole: Tally = {}
    for tally, sign in [*((tally, 1) for tally in tallies), (minus or {}, -1)]:
        for kind, won in tally.items():
            wins = whole.setdefault(kind, defaultdict(float))
            for bot, share in won.items():
                wins[bot] += sign * share
    return whole


def _estimate(rating: float, again: Sequence[float]) -> Estimate:
    """A rating, and how much it changes when parts are left out."""
    if not again:
        return Estimate(rating, -inf, inf)
    middle = sum(again) / len(again)
    half = Z * sqrt((len(again) - 1) / len(again) * sum((each - middle) ** 2 for each in again))
    return Estimate(rating, rating - half, rating + half)


def fit_ratings(tally: Tally) -> dict[str, float]:
    """The ratings that make the counted wins likeliest."""
    won: dict[str, float] = defaultdict(float)
    for kind, wins in tally.items():
        seats = sum(number for _, number in kind)
        for bot, number in kind:
            won[bot] += wins.get(bot, 0.0) + number / seats  # the imaginary round
    rounds = {kind: sum(wins.values()) + 1 for kind, wins in tally.items()}
    strength = dict.fromkeys(sorted(won), 1.0)
    while True:
        before, strength = strength, _improve(strength, won, rounds)
        if all(abs(strength[bot] / before[bot] - 1) < PRECISION for bot in strength):
            return _to_ratings(strength)


def _improve(
    strength: Mapping[str, float], won: Mapping[str, float], rounds: Mapping[TableKind, float]
) -> dict[str, float]:
    """One step of the iteration: strength = wins divided by chances."""
    chances: dict[str, float] = defaultdict(float)
    for kind, times in rounds.items():
        total = sum(number * strength[bot] for bot, number in kind)
        for bot, number in kind:
            chances[bot] += times * number / total
    found = {bot: won[bot] / chances[bot] for bot in strength}
    scale = len(found) / sum(found.values())
    return {bot: value * scale for bot, value in found.items()}


def _to_ratings(strength: Mapping[str, float]) -> dict[str, float]:
    """Strengths as ratings around 0."""
    found = {bot: 400 * log10(value) for bot, value in strength.items()}
    middle = sum(found.values()) / len(found)
    return {bot: rating - middle for bot, rating in found.items()}
