"""Commands of other packages: listed and run like ours, and harmless if they are broken."""

from __future__ import annotations

import importlib.metadata
from importlib.metadata import EntryPoint

import click
import pytest

from reihum.cli import application
from reihum.cli.group import ENTRY_POINTS, CommandGroup
from reihum.cli.screen import Screen
from reihum.texts import LANGUAGES
from terminal import reihum


@click.command()
@click.argument("who", default="Vera", help="somebody to greet")
@click.option("--loud", is_flag=True, help="with an exclamation mark")
@click.option("--times", type=click.IntRange(min=1), default=1, metavar="cli.value.number", help="how often")
@click.pass_obj
def greet(screen: Screen, who: str, loud: bool, times: int) -> None:
    """Say hello to somebody."""
    for _ in range(times):
        screen.print(f"Hello, {who}{'!' if loud else '.'}")


class Point(EntryPoint):
    """An entry point that leads to what a test says."""

    def load(self) -> object:
        if self.value == "broken":
            raise ImportError("no module named 'nothing'")
        return greet


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two packages with commands: one works, one does not. The one that works also claims a name of ours."""
    names = {"greet": "works", "sulk": "broken", "play": "works"}
    points = [Point(name, value, ENTRY_POINTS) for name, value in names.items()]
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: points if group == ENTRY_POINTS else [])
    monkeypatch.setattr(application, "REIHUM", CommandGroup("reihum", help="cli.help.reihum"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_help(language: str) -> None:
    """A command of another package is in the list and has help like every other command."""
    run = reihum("--help", "--lang", language)
    assert "Say hello to somebody." in run.out
    text = reihum("greet", "--help", "--lang", language).out
    assert "somebody to greet" in text
    assert "--loud" in text
    assert "[1]" in text
    assert "cli." not in run.out + text


def test_it_runs() -> None:
    """Arguments and options work, and errors read like ours."""
    assert reihum("greet", "Timo", "--loud").out == "Hello, Timo!\n"
    assert reihum("greet", "--times", "2").out == "Hello, Vera.\n" * 2
    for words, named in ((["--softly"], "--softly"), (["--times", "0"], "at least 1"), (["a", "b"], "b")):
        run = reihum("greet", *words)
        assert run.status == 2
        assert named in run.errors


def test_a_broken_one_harms_nobody() -> None:
    """The list and the command itself say what is wrong with it; everything else works."""
    for words in (["--help"], ["sulk"]):
        run = reihum(*words)
        assert run.status == (words == ["sulk"])
        assert "sulk" in run.errors
        assert "no module named 'nothing'" in run.errors
        assert "Traceback" not in run.errors
    assert reihum("games").errors == ""


def test_our_names_stay_ours() -> None:
    """No package can replace a command of ours."""
    assert "bots" in reihum("play", "--help").out
