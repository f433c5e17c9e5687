"""Commands of other packages: listed and run like ours, and harmless if they are broken."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from typing import Annotated
from unittest import mock

import pytest
import typer

from reihum.cli import plugins
from reihum.texts import LANGUAGES
from terminal import reihum


def greet(
    ctx: typer.Context,
    who: Annotated[str, typer.Argument(help="somebody to greet")] = "Vera",
    loud: Annotated[bool, typer.Option("--loud", help="so that everybody hears it")] = False,
) -> None:
    """Say hello to somebody."""
    ctx.obj.print(f"Hello, {who}{'!' if loud else '.'}")


class Point(EntryPoint):
    """An entry point that leads to what a test says."""

    def load(self) -> object:
        if self.value == "broken":
            raise ImportError("no module named 'nothing'")
        return greet


@pytest.fixture(autouse=True)
def installed() -> Iterator[None]:
    """Two packages with commands: one works, one does not."""
    points = [Point("greet", "works", plugins.GROUP), Point("sulk", "broken", plugins.GROUP)]
    points.append(Point("play", "works", plugins.GROUP))
    with mock.patch.object(plugins, "entry_points", lambda group: points if group == plugins.GROUP else []):
        yield


@pytest.mark.parametrize("language", LANGUAGES)
def test_help(language: str) -> None:
    """It stands in the list with its own words, and has help like every other command."""
    run = reihum("--help", "--lang", language)
    assert "Say hello to somebody." in run.out
    text = reihum("greet", "--help", "--lang", language).out
    assert "somebody to greet" in text
    assert "--loud" in text
    assert "cli." not in run.out + text


def test_it_runs() -> None:
    """With its arguments and options, and errors as good as ours."""
    assert reihum("greet", "Timo", "--loud").out == "Hello, Timo!\n"
    run = reihum("greet", "--softly")
    assert run.status == 2
    assert "--softly" in run.errors


def test_a_broken_one_harms_nobody() -> None:
    """It is complained about, and everything else works; nobody can take a name of ours."""
    run = reihum("games")
    assert run.status == 0
    assert "sulk" in run.errors
    assert "no module named 'nothing'" in run.errors
    assert "Traceback" not in run.errors
    assert "bots" in reihum("play", "--help").out
