"""``reihum simulate``: the same figures for the same seed, with any number of processes."""

from __future__ import annotations

import json

import pytest

from reihum.cli.simulate import SimulationPlan, play_deals
from reihum.games import GAMES
from reihum.texts import LANGUAGES
from terminal import reihum


def found(*words: str) -> dict[str, object]:
    """The figures of a simulation."""
    run = reihum("simulate", *words, "--json")
    assert (run.status, run.errors) == (0, "")
    result: dict[str, object] = json.loads(run.out)
    return result


def test_the_result_does_not_depend_on_the_processes() -> None:
    """One process and two give the same figures for a seed."""
    words = ["junior", "-n", "25", "--seed", "s", "--seats", "3", "--bots", "random,eager"]
    one, two = found(*words, "--jobs", "1"), found(*words, "--jobs", "2")
    assert one == two
    assert one != found(*words[:4], "t", *words[5:], "--jobs", "1")


def test_figures() -> None:
    """Wins add up to the number of games, shares to one."""
    result = found("junior", "-n", "30", "--seed", "s", "--jobs", "1", "--first", "random")
    seats = result["by_seat"]
    assert isinstance(seats, list)
    assert sum(seat["wins"] for seat in seats) == pytest.approx(30)
    assert sum(seat["share"] for seat in seats) == pytest.approx(1)
    assert all(seat["low"] <= seat["share"] <= seat["high"] for seat in seats)
    assert result["options"] == {"stock": "yes", "turn": "any", "play_on": False, "fewer": "", "first": "random"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_people_count_seats_from_one(language: str) -> None:
    """The table begins with seat 1, as --seat and --first count; the list of the JSON begins with seat 0."""
    out = reihum("simulate", "junior", "-n", "9", "-s", "3", "--bots", "holder", "--jobs", "1", "--lang", language).out
    rows = [line.split() for line in out.splitlines()]
    assert [row[0] for row in rows if len(row) > 1 and row[1] == "holder"] == ["1", "2", "3"]


def test_shared_wins_are_divided() -> None:
    """A win shared by k players counts 1/k for each."""
    plan = SimulationPlan("schwarzer-peter", 3, {}, ("random",) * 3, b"s", 1)
    ((played,),) = play_deals(plan, jobs=1)
    assert played.places.count(1) == 2
    assert [played.share(seat) for seat in range(3)].count(0.5) == 2


def test_equal_bots_get_a_fair_share() -> None:
    """Duplicate deals remove the luck: a bot against itself wins exactly its fair share."""
    versus = found("junior", "-n", "5", "--seed", "s", "--bots", "eager", "--versus", "eager", "--jobs", "1")["versus"]
    assert isinstance(versus, dict)
    assert versus["share"] == pytest.approx(versus["fair"]) == 0.25


def test_a_better_bot_is_seen_to_be_better() -> None:
    """A few deals show that the sensible bot beats the random one."""
    versus = found("classic", "-n", "12", "--seed", "s", "--bots", "sensible", "--versus", "random", "--jobs", "1")[
        "versus"
    ]
    assert isinstance(versus, dict)
    assert versus["low"] > versus["fair"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("more", [[], ["--versus", "random"]])
def test_reports(language: str, more: list[str]) -> None:
    """The table and the sentences are there in every language."""
    words = ["simulate", "junior", "-n", "3", "--seed", "s", "--jobs", "1", *more, "--lang", language]
    run = reihum(*words)
    assert (run.status, run.errors) == (0, "")
    assert ("," if language != "en" else ".") in run.out.splitlines()[-2]
    assert "%" in run.out


def test_the_bar_is_for_people() -> None:
    """A bar on the error channel, and only if it is a terminal."""
    words = ["simulate", "junior", "-n", "3", "--seed", "s", "--jobs", "1"]
    assert reihum(*words).errors == ""
    assert "Bots are playing" in reihum(*words, terminal=True).errors


@pytest.mark.parametrize("id", GAMES)
def test_every_game_can_be_simulated(id: str) -> None:
    """The default bots finish a game of every kind."""
    assert found(id, "-n", "1", "--seed", "s", "--jobs", "1")["games"] == 1


@pytest.mark.parametrize(("command", "most"), [("simulate", 2), ("play", 1)])
def test_too_many_bots_are_refused(command: str, most: int) -> None:
    """One for each seat; in the terminal one seat is the person's."""
    run = reihum(command, "junior", "-s", "2", "--bots", ",".join(["random"] * (most + 1)))
    assert run.status == 1
    assert f"has {most} seats for bots; you gave {most + 1}" in run.errors
