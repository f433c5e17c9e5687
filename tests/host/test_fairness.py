"""Real-time fairness, simulated (RULEBOOK §4): slow lines are not a handicap, quick players win, tricks gain nothing.

The lines of docs/real-time.md are computed again here, each by itself.
"""

from __future__ import annotations

import pytest

from documents import document
from tools import races
from tools.reactions import HONEST, Line, Race, Trick, run


@pytest.mark.parametrize("name", races.CONNECTIONS)
def test_a_line_about_connections_is_current(name: str) -> None:
    """docs/real-time.md says what comes out."""
    assert races.make_connection_row(name) in document("real-time").splitlines(), "python -m tools.races"


@pytest.mark.parametrize("name", ["20 ms against 20 ms", "300 ms against 20 ms", "150 ms against 20 ms"])
def test_equal_reactions_win_equally(name: str) -> None:
    """Two callers with equal reactions win 50 ± 2 %, be it over 20 ms against 300 ms."""
    found = races.run_connection(name)
    assert abs(found.share - 0.5) < 0.02
    assert found.won + found.tied + found.lost == races.RACES


@pytest.mark.parametrize("name", [name for name in races.CONNECTIONS if "quicker" in name])
def test_who_is_quicker_by_50_ms_wins(name: str) -> None:
    """In at least 99 % of all races, over whichever line."""
    assert races.run_connection(name).share_of_all >= 0.99


@pytest.mark.parametrize("name", races.TRICKS)
def test_a_line_about_tricks_is_current(name: str) -> None:
    """docs/real-time.md says what comes out. Nobody gains 2 points by faking lag, also behind a proxy that
    tells the round trip or does not; over a direct line not even half a point."""
    assert races.make_trick_row(name) in document("real-time").splitlines(), "python -m tools.races"
    assert races.compute_gain("direct", name) < 0.5
    assert all(races.compute_gain(where, name) < 2 for where in races.HONEST_PLACES)


def test_if_pings_alone_were_believed_a_trick_would_gain_much() -> None:
    """So the simulation can tell a bound that is missing."""
    assert races.compute_gain("pings only", "every answer to a ping 120 ms late") > 10


def test_without_credit_a_distant_player_would_hardly_win() -> None:
    """The simulation can tell: over lines that the host believes to be short, 300 ms cost dear."""
    blind = Trick(calls=280)  # a line of 20 ms whose calls alone take 280 ms more: no ping tells of them
    assert run(Race(races.NEAR, races.NEAR, trick=blind), 400).share < 0.2


@pytest.mark.parametrize("trick", [HONEST, races.TRICKS["280 ms late, but just ahead of the call"]])
def test_the_same_seed_gives_the_same_races(trick: Trick) -> None:
    """No clock, no chance: every machine comes to the same figures."""
    race = Race(Line(80, 5), races.NEAR, trick=trick)
    assert run(race, 400) == run(race, 400)
