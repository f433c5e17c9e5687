"""Commands of other packages: listed and run like ours, and harmless if they are broken."""

from __future__ import annotations

import importlib.metadata
from importlib.metadata import EntryPoint

import click
import pytest

from documents import blocks
from reihum.cli import application, group
from reihum.cli.group import ENTRY_POINTS, CommandGroup
from reihum.texts import LANGUAGES
from terminal import reihum


def documented_command() -> click.Command:
    """The example in docs/command.md."""
    names: dict[str, click.Command] = {}
    (example,) = blocks("command", "python")
    exec(example, names)  # noqa: S102 – our own document
    return names["greet"]


class Point(EntryPoint):
    """An entry point that leads to the example, or nowhere."""

    def load(self) -> object:
        if self.value == "missing":
            raise ImportError("no module named 'nothing'")
        if self.value == "function":
            return print
        return documented_command()


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Packages with commands: one works and also claims a name of ours, one is missing, one is not a command."""
    names = {"greet": "works", "sulk": "missing", "shout": "function", "play": "works"}
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
    assert "cli." not in run.out + text


def test_it_runs() -> None:
    """Arguments and options work, and errors read like ours."""
    assert reihum("greet", "Timo", "--loud").out == "Hello, Timo!\n"
    assert reihum("greet", "Timo").out == "Hello, Timo.\n"
    for words, named in ((["--softly"], "--softly"), ([], "WHO"), (["a", "b"], "b")):
        run = reihum("greet", *words)
        assert run.status == 2
        assert named in run.errors


def test_a_broken_one_harms_nobody() -> None:
    """The list and the command itself say what is wrong with it; everything else works."""
    for name, reason in (("sulk", "no module named 'nothing'"), ("shout", "expected a click command")):
        for words in ([], [name]):
            run = reihum(*words)
            assert run.status == bool(words)
            assert name in run.errors
            assert reason in run.errors
            assert "Traceback" not in run.errors
    assert reihum("games").errors == ""


def test_a_broken_one_is_not_completed() -> None:
    """The shell gets the other names."""
    told = CommandGroup("reihum").shell_complete(click.Context(CommandGroup("reihum"), resilient_parsing=True), "")
    assert {"greet", "games"} <= {item.value for item in told} <= {"greet", *group.COMMANDS, group.ADMIN}


def test_our_names_stay_ours() -> None:
    """No package can replace a command of ours."""
    assert "bots" in reihum("play", "--help").out
