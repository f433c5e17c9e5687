"""``reihum lab``: tables, JSON and pictures of what a game is like."""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path

import pytest

from reihum.arena.lab import Lab, plan_trials, run_lab
from reihum.arena.lab.trials import Trial
from reihum.cli import lab as lab_command
from reihum.cli.lab import describe_trial
from reihum.cli.screen import Screen
from reihum.games import game
from terminal import LANGUAGES_IN_TURN, Run, reihum


def lab(*words: str, terminal: bool = False) -> Run:
    """Run a quick investigation, which must succeed."""
    run = reihum("lab", *words, "--seed", "s", "--jobs", "1", terminal=terminal)
    assert run.status == 0, run.errors
    return run


@pytest.mark.parametrize("language", LANGUAGES_IN_TURN)
def test_reports(language: str) -> None:
    """The report about classic is complete in every language."""
    out = lab("classic", "-n", "200", "--lang", language).out
    assert "lab." not in out
    assert all(word in out for word in ("blocking take3", "edition 40", "±", "3 × eager"))
    assert {"de": "(25 %)", "en": "(25%)", "fr": "(25\u202f%)"}[language] in out
    assert {"en": "Red 11 opens", "de": "Rot 11 eröffnet", "fr": "Le 11 rouge ouvre"}[language] in out


@pytest.mark.parametrize("language", LANGUAGES_IN_TURN)
def test_a_game_without_a_simulator(language: str) -> None:
    """A game without a simulator is reported in every language too."""
    out = lab("farben-sammeln", "-s", "2", "-n", "6", "--bots", "random,sensible", "--lang", language).out
    assert "lab." not in out
    assert "random" in out


def test_people_count_seats_from_one() -> None:
    """The table of wins begins with seat 1, as --seat and --first count."""
    out = lab("junior", "-s", "3", "-n", "100", "--no-house-rules", "--lang", "en").out
    rows = [line.split() for line in out[out.index("Who wins?") :].splitlines()]
    assert [row[0] for row in rows if row and row[0].isdigit()][:3] == ["1", "2", "3"]
    assert "play_on off, first 1" in out


def test_json() -> None:
    """--json gives all figures with names; the options of the game are flags."""
    result = json.loads(lab("junior", "-s", "3", "-n", "300", "--first", "random", "--json").out)
    assert (result["game"], result["seats"], result["rounds"], result["options"]) == (
        "junior",
        3,
        300,
        {"stock": "yes", "turn": "any", "play_on": False, "fewer": "", "first": "random"},
    )
    assert sum(wins["value"] for wins in result["turns"]) == pytest.approx(1)
    assert result["simulated"] is True


def test_pictures(tmp_path: Path) -> None:
    """--pictures fills a folder with pictures and a page that shows them."""
    folder = tmp_path / "new" / "pictures"
    out = lab("junior", "-n", "100", "--pictures", str(folder), "--lang", "de").out
    assert str(folder) in out
    assert {path.name for path in folder.iterdir()} == {
        "seats.svg",
        "length.svg",
        "skill.svg",
        "rules.svg",
        "index.html",
    }


def test_the_bar_is_for_people() -> None:
    """The bar appears on the error channel, and only if it is a terminal."""
    assert lab("junior", "-n", "100").errors == ""
    assert "Playing" in lab("junior", "-n", "100", terminal=True).errors


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["nosuch"], "nosuch"),
        (["junior", "--bots", "nobody"], "nobody"),
        (["junior", "-s", "9"], "9"),
        (["junior", "-n", "50", "--jobs", "1", "--pictures", "/dev/null/x"], "/dev/null/x"),
    ],
)
def test_what_is_refused(words: list[str], named: str) -> None:
    """A refusal is one clear sentence with status 1."""
    run = reihum("lab", *words)
    assert run.status == 1
    assert named in run.errors
    assert run.errors.count("\n") == 1


@pytest.mark.parametrize("language", LANGUAGES_IN_TURN)
def test_a_time_budget(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """``--seconds`` ends the lab, and the report names what did not fit; the bar says what is played."""
    looks = count(step=10)
    monkeypatch.setattr(lab_command, "perf_counter", lambda: float(next(looks)))
    run = lab("ratefix", "-s", "2", "--seconds", "60", "--lang", language, terminal=True)
    assert next(looks) < 200
    assert "lab." not in run.out
    assert {"de": "Nicht verglichen", "en": "Not compared", "fr": "Non comparé"}[language] in run.out
    assert "/60 s" in run.errors
    assert {"de": "gleich starke", "en": "equal", "fr": "même force"}[language] in run.errors


def test_enough_time_leaves_nothing_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The figures name every comparison."""
    looks = count()
    monkeypatch.setattr(lab_command, "perf_counter", lambda: float(next(looks)))
    found = json.loads(lab("ratefix", "-s", "2", "--seconds", "500", "--json").out)
    assert found["rounds"] > 2
    assert found["rules"]
    assert (found["pairs_left_out"], found["rules_left_out"]) == ([], [])


def test_house_rules_can_be_left_out() -> None:
    """Then nothing is played for them, and the report does not mention them."""
    run = lab("junior", "-n", "100", "--no-house-rules")
    assert "±" not in run.out
    everything = json.loads(lab("junior", "-n", "100", "--json").out)
    without = json.loads(lab("junior", "-n", "100", "--no-house-rules", "--json").out)
    assert without["rules"] == []
    assert without["played"] < everything["played"]
    assert without["wins"] == everything["wins"]


def test_the_weaker_bot_gets_a_dash() -> None:
    """A class is called by its name; where it is the weaker one, nothing is said about luck."""
    words = ["ratefix", "-s", "3", "-n", "90", "--no-house-rules", "--lang", "en"]
    out = lab(*words, "--bots", "sensible,py:reihum.bots.simple.random:RandomBot").out
    assert "py:" not in out
    (row,) = [line.split() for line in out.splitlines() if line.split()[:1] == ["RandomBot"]]
    assert row[-1] == "–"


def test_the_bar_says_what_is_played() -> None:
    """Every trial in turn: equal players, the players that are compared, each house rule."""
    task = Lab(game=game("junior", 2), bots=("random", "eager"), seed="s", rounds=2)
    begun: list[Trial] = []
    run_lab(task, begin=begun.append)
    assert [trial.label for trial in begun] == [trial.label for trial in plan_trials(task)]
    told = [describe_trial(Screen("en"), trial) for trial in begun]
    assert told[:3] == ["equal bots", "eager against random", "house rule --turn colour"]
