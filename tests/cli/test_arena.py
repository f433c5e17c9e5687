"""``reihum arena``: tables, JSON, a picture, and a file to go on from."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from reihum.texts import LANGUAGES
from terminal import Run, reihum

QUICK = ["--game", "junior", "-s", "2", "--jobs", "1"]
SEED = ["--seed", "s"]


def arena(*words: str, terminal: bool = False) -> Run:
    """Run a quick contest, which must succeed."""
    run = reihum("arena", "holder", "random", *QUICK, *words, terminal=terminal)
    assert run.status == 0, run.errors
    return run


def found(*words: str) -> dict[str, Any]:
    """Run a quick contest and read its JSON."""
    result: dict[str, Any] = json.loads(arena(*words, "--json").out)
    return result


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("more", [[], ["--mixed"]])
def test_reports(language: str, more: list[str]) -> None:
    """The report has both tables and their explanation, with the decimal comma of the language."""
    out = arena("--deals", "3", *SEED, *more, "--lang", language).out
    assert {"de": "(50 %)", "en": "(50%)", "fr": "(50\u202f%)"}[language] in out
    assert "arena." not in out
    assert (".", ",")[language != "en"] in out.splitlines()[4]
    assert "holder" in out


def test_json() -> None:
    """--json gives all figures with names."""
    result = found("--deals", "6", *SEED, "--first", "random")
    assert (result["game"], result["seats"], result["deals"], result["rounds"]) == ("junior", 2, 6, 12)
    assert result["seed"] == "s"
    assert result["options"]["first"] == "random"
    first = result["standings"][0]
    assert (first["bot"], first["against"], first["fair"]) == ("holder", "random", 0.5)
    assert first["wins"]["low"] <= first["wins"]["value"] <= first["wins"]["high"]
    assert {each["bot"] for each in result["ratings"]} == {"holder", "random"}


def test_a_benchmark() -> None:
    """A fixed task: one bot against others, one way, always with the same deals."""
    run = reihum("arena", "eager", "--benchmark", "junior-4", "--deals", "3", "--jobs", "1", "--json")
    result = json.loads(run.out)
    assert (result["game"], result["seats"], result["seed"], result["rounds"]) == ("junior", 4, "benchmark", 12)
    assert [(each["bot"], each["against"]) for each in result["standings"]] == [("eager", "solid")]


def test_a_contest_goes_on(tmp_path: Path) -> None:
    """Three deals now and three later equal six at once. The seed comes from the file, and the files are equal."""
    parts, whole = tmp_path / "parts.jsonl", tmp_path / "whole.jsonl"
    at_once = found("--deals", "6", *SEED, "--to", str(whole))
    arena("--deals", "3", *SEED, "--to", str(parts))
    run = arena("--deals", "6", "--to", str(parts), "--json")
    assert "3 deals are played already" in run.errors
    assert json.loads(run.out) == at_once
    assert parts.read_bytes() == whole.read_bytes()
    assert found("--deals", "4", "--to", str(whole)) == found("--deals", "4", *SEED)
    assert len(whole.read_text().splitlines()) == 7


def test_other_settings_are_refused(tmp_path: Path) -> None:
    """A file of another contest is refused in one sentence that names the difference."""
    file = tmp_path / "contest.jsonl"
    arena("--deals", "1", "--to", str(file))
    run = reihum("arena", "holder", "eager", *QUICK, "--to", str(file), "--lang", "de")
    assert (run.status, run.out) == (1, "")
    assert "andere Einstellungen" in run.errors
    assert '["holder","random"]' in run.errors


def test_a_picture(tmp_path: Path) -> None:
    """--plot writes an SVG with the bots and their shares and says where it is."""
    file = tmp_path / "plot.svg"
    out = arena("--deals", "2", *SEED, "--plot", str(file), "--lang", "fr").out
    assert str(file) in out
    drawn = file.read_text()
    ET.fromstring(drawn)  # noqa: S314 – we have just made it
    assert "holder – 1 × random" in drawn
    assert "arena." not in drawn


def test_the_bar_is_for_people() -> None:
    """The bar appears on the error channel, and only if it is a terminal."""
    assert arena("--deals", "1").errors == ""
    assert "Bots are playing" in arena("--deals", "1", terminal=True).errors


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["holder"], "holder"),
        (["holder", "--benchmark", "nosuch"], "classic-4"),
        (["holder", "eager", "--benchmark", "junior-4"], "holder, eager"),
        (["holder", "--benchmark", "junior-4", "--game", "classic"], "--game"),
        (["holder", "--benchmark", "junior-4", "--play-on", "on"], "--play"),
        (["holder", "nobody"], "nobody"),
        (["holder", "cmd:./no-such-bot"], "no-such-bot"),
        (["holder", "eager", "--game", "nosuch"], "nosuch"),
        (["holder", "eager", "--blocking", "maybe"], "take3"),
        (["holder", "eager", "random", "--mixed", "-s", "2"], "2"),
        (["holder", "eager", "--to", "no/such/folder/file"], "no/such/folder/file"),
        (["holder", "eager", "--on", "nowhere"], "nowhere"),
        (["holder", "eager", "-n", "1", "--game", "junior", "--jobs", "1", "--plot", "no/such/x.svg"], "no/such/x.svg"),
    ],
)
def test_what_is_refused(words: list[str], named: str) -> None:
    """A refusal is one clear sentence with status 1."""
    run = reihum("arena", *words)
    assert run.status == 1
    assert named in run.errors
    assert run.errors.count("\n") == 1


def test_what_is_not_understood() -> None:
    """Without bots or with a bad number of deals the command line is not understood."""
    assert reihum("arena").status == 2
    assert reihum("arena", "a", "b", "--deals", "0").status == 2


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_programs_play_elsewhere_too(command: str) -> None:
    """A program can play in ``play`` and ``simulate`` like any other bot."""
    script = Path(__file__).parent.parent.parent / "docs" / "examples" / "programs" / "highest.py"
    words = ["junior", "-s", "2", "--seed", "s", "--bots", f"cmd:{sys.executable} {script}"]
    more = ["-n", "2", "--jobs", "1", "--versus", "eager"] if command == "simulate" else []
    run = reihum(command, *words, *more, typed="1\n" * 300)
    assert (run.status, run.errors) == (0, "")
    assert "highest.py" in run.out
    assert "The input has ended" not in run.out
