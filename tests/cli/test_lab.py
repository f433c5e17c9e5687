"""``reihum lab``: tables, JSON and pictures of what a game is like."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from terminal import LANGUAGES_IN_TURN, Run, reihum


def lab(*words: str, terminal: bool = False) -> Run:
    """A quick look at a game; it works."""
    run = reihum("lab", *words, "--seed", "s", "--jobs", "1", terminal=terminal)
    assert run.status == 0, run.errors
    return run


@pytest.mark.parametrize("language", LANGUAGES_IN_TURN)
def test_reports(language: str) -> None:
    """Everything there is to say about classic, in every language."""
    out = lab("classic", "-n", "200", "--lang", language).out
    assert "lab." not in out
    assert all(word in out for word in ("blocking take3", "edition 40", "±", "3 × eager", "(25 %)"))
    assert {"en": "Red 11 opens", "de": "Rot 11 eröffnet", "fr": "Le 11 rouge ouvre"}[language] in out


@pytest.mark.parametrize("language", LANGUAGES_IN_TURN)
def test_a_game_without_a_simulator(language: str) -> None:
    """Seats that begin are told once, and ways to end are told where there are several."""
    out = lab("farben-sammeln", "-s", "2", "-n", "6", "--bots", "random,sensible", "--lang", language).out
    assert "lab." not in out
    assert "random" in out


def test_json() -> None:
    """All figures, with names; the game's options are flags."""
    result = json.loads(lab("junior", "-s", "3", "-n", "300", "--first", "random", "--json").out)
    assert (result["game"], result["seats"], result["rounds"], result["options"]) == (
        "junior",
        3,
        300,
        {"first": "random"},
    )
    assert sum(wins["value"] for wins in result["turns"]) == pytest.approx(1)
    assert result["simulated"] is True


def test_pictures(tmp_path: Path) -> None:
    """A folder with a page that shows them all."""
    folder = tmp_path / "new" / "pictures"
    out = lab("junior", "-n", "100", "--pictures", str(folder), "--lang", "de").out
    assert str(folder) in out
    assert {path.name for path in folder.iterdir()} == {"seats.svg", "length.svg", "skill.svg", "index.html"}


def test_the_bar_is_for_people() -> None:
    """On the error channel, and only if somebody looks at it."""
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
    """One clear sentence with status 1."""
    run = reihum("lab", *words)
    assert run.status == 1
    assert named in run.errors
    assert run.errors.count("\n") == 1
