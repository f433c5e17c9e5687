"""Ratings say what was won, whatever the tables; intervals say how much that is worth."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf, log10
from random import Random

import pytest

from reihum.arena.ratings import PARTS, Tally, count_win, fit_ratings, rate


def tally(*rounds: tuple[str, Mapping[str, float], int]) -> Tally:
    """The number of rounds at each table."""
    found: Tally = {}
    for table, won, times in rounds:
        for _ in range(times):
            count_win(found, table, won)
    return found


def test_one_against_one() -> None:
    """Three wins to one are a strength of three to one: 400 · log₁₀ 3 = 191 points."""
    found = fit_ratings(tally(("ab", {"a": 1}, 3000), ("ba", {"b": 1}, 1000)))
    assert found["a"] - found["b"] == pytest.approx(400 * log10(3), abs=0.5)
    assert found["a"] == pytest.approx(-found["b"])


def test_one_against_three() -> None:
    """Half the wins against three are a strength of three to one as well."""
    found = fit_ratings(tally(("abbb", {"a": 1}, 2000), ("bbab", {"b": 1}, 2000)))
    assert found["a"] - found["b"] == pytest.approx(400 * log10(3), abs=0.5)


def test_fair_shares_are_equal_ratings() -> None:
    """At every kind of table; shared wins are divided."""
    found = fit_ratings(
        tally(("abbb", {"a": 0.25, "b": 0.75}, 8), ("aabb", {"a": 0.5, "b": 0.5}, 3), ("abc", {"c": 1}, 0))
    )
    assert found == {"a": pytest.approx(0, abs=1e-6), "b": pytest.approx(0, abs=1e-6)}


def test_strengths_are_found_again() -> None:
    """Rounds thrown by the model itself, at mixed tables, come back as their ratings."""
    strength, rng = {"a": 4.0, "b": 2.0, "c": 1.0}, Random(7)
    found: Tally = {}
    for _ in range(6000):
        table = rng.choices("abc", k=4)
        count_win(found, table, {rng.choices(table, [strength[bot] for bot in table])[0]: 1})
    rated = fit_ratings(found)
    assert rated["a"] - rated["b"] == pytest.approx(400 * log10(2), abs=15)
    assert rated["b"] - rated["c"] == pytest.approx(400 * log10(2), abs=15)


def test_who_never_won_is_finite() -> None:
    """And sinks the lower the longer it loses."""
    few, many = (fit_ratings(tally(("ab", {"a": 1}, rounds)))["b"] for rounds in (3, 300))
    assert -inf < many < few < 0


def test_a_rating_from_one_part_is_not_sure() -> None:
    """Nobody can tell from a single deal."""
    found = rate([tally(("ab", {"a": 1}, 3))])
    assert (found["a"].low, found["a"].high) == (-inf, inf)


def test_intervals_hold_the_truth() -> None:
    """About 95 times in a hundred, with deals whose rounds have a common luck."""
    held, rng = 0, Random(11)
    for _ in range(100):
        parts: list[Tally] = [{} for _ in range(PARTS)]
        for deal in range(120):
            lucky = rng.random() < 0.5  # this deal is won by the same bot from all seats
            for table in ("ab", "ba"):
                count_win(parts[deal % PARTS], table, {"a" if lucky else "b": 1})
        found = rate(parts)["a"]
        held += found.low <= 0 <= found.high
    assert 88 <= held <= 99
