"""Ratings from who won: one number for each bot.

Luce's choice model: each player at a table has a strength, and wins with its part of the sum of all strengths there.
The likeliest strengths are found by Hunter's iteration (2004). A rating is 400 · log₁₀(strength), as in Elo's system:
who is 400 ahead wins ten times as often as the other. The mean of all ratings is 0.

One imaginary round at every kind of table, won by all in equal parts, keeps a bot that never won finite. Intervals come
from leaving out a part of the deals at a time (the jackknife), so that the luck shared within a deal is counted once.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import inf, log10, sqrt

from reihum.arena.intervals import Estimate, Z

PARTS = 30
"""The deals are left out in so many parts."""

CLOSE = 1e-9
"""The iteration ends when no strength changes by more than this part."""

Kind = tuple[tuple[str, int], ...]
"""A kind of table: how many of each bot sit there."""

Tally = dict[Kind, dict[str, float]]
"""What each bot won at tables of each kind; the wins of a round are 1 in all."""


def count(tally: Tally, table: Sequence[str], won: Mapping[str, float]) -> None:
    """Count a round."""
    kind = tuple(sorted(Counter(table).items()))
    wins = tally.setdefault(kind, defaultdict(float))
    for bot, share in won.items():
        wins[bot] += share


def ratings(parts: Sequence[Tally]) -> dict[str, Estimate]:
    """The rating of every bot, from rounds in several parts."""
    whole = together(parts)
    again = [fitted(together([whole], minus=part)) for part in parts] if len(parts) > 1 else []
    return {bot: _estimate(rating, [each[bot] for each in again]) for bot, rating in fitted(whole).items()}


def together(tallies: Iterable[Tally], minus: Tally | None = None) -> Tally:
    """Several tallies in one, less what is taken away."""
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


def fitted(tally: Tally) -> dict[str, float]:
    """The ratings that make what was counted likeliest."""
    won: dict[str, float] = defaultdict(float)
    for kind, wins in tally.items():
        seats = sum(number for _, number in kind)
        for bot, number in kind:
            won[bot] += wins.get(bot, 0.0) + number / seats  # the imaginary round
    rounds = {kind: sum(wins.values()) + 1 for kind, wins in tally.items()}
    strength = dict.fromkeys(sorted(won), 1.0)
    while True:
        before, strength = strength, _improved(strength, won, rounds)
        if all(abs(strength[bot] / before[bot] - 1) < CLOSE for bot in strength):
            return _rated(strength)


def _improved(
    strength: Mapping[str, float], won: Mapping[str, float], rounds: Mapping[Kind, float]
) -> dict[str, float]:
    """One step of the iteration: strength = wins, divided by the chances there were."""
    chances: dict[str, float] = defaultdict(float)
    for kind, times in rounds.items():
        total = sum(number * strength[bot] for bot, number in kind)
        for bot, number in kind:
            chances[bot] += times * number / total
    found = {bot: won[bot] / chances[bot] for bot in strength}
    scale = len(found) / sum(found.values())
    return {bot: value * scale for bot, value in found.items()}


def _rated(strength: Mapping[str, float]) -> dict[str, float]:
    """Strengths as ratings around 0."""
    found = {bot: 400 * log10(value) for bot, value in strength.items()}
    middle = sum(found.values()) / len(found)
    return {bot: rating - middle for bot, rating in found.items()}
