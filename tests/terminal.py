"""The command, run in this process: what it prints, what it complains about, and its exit status."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple
from unittest import mock

import pytest
from rich.console import Console, RenderableType

from reihum.cli import main
from reihum.cli.players import Players
from reihum.cli.screen import Screen
from reihum.cli.session import Session
from reihum.engine import Game, Move
from reihum.matches import Recorder, match

LANGUAGES_IN_TURN = ["en", *(pytest.param(language, marks=pytest.mark.full) for language in ("de", "fr"))]
"""English, and in the complete tests the other languages too. That no language lacks a text is tested elsewhere."""

SIZE = {"COLUMNS": "80", "LINES": "24"}
PLAIN = SIZE | {"TERM": "xterm-256color", "LANG": "en_GB.UTF-8"}


class Run(NamedTuple):
    """The result of a run of the command."""

    status: int
    out: str
    errors: str


class Terminal(io.StringIO):
    """A file that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def reihum(*words: str, typed: str = "", terminal: bool = False, environment: Mapping[str, str] = {}) -> Run:
    """Run the command with these words; ``typed`` is its standard input."""
    out, errors = (Terminal(), Terminal()) if terminal else (io.StringIO(), io.StringIO())
    with (
        mock.patch.dict(os.environ, PLAIN | dict(environment), clear=True),
        mock.patch.multiple(sys, stdout=out, stderr=errors, stdin=io.StringIO(typed)),
    ):
        status = main(words)
    return Run(status, out.getvalue(), errors.getvalue())


class Scripted(Screen):
    """A screen with a scripted person, who gives these answers, each after some seconds, and then leaves."""

    def __init__(self, answers: Iterator[tuple[str, float]], language: str = "en") -> None:
        self._now = 0.0
        self.prompts: list[int] = []
        """The number of lines that were printed for every question, its own line included."""
        self._told = 0
        super().__init__(language, clock=lambda: self._now)
        self._answers = answers

    @property
    def is_interactive(self) -> bool:
        """A person sits here."""
        return True

    def _read_answer(self, prompt: str) -> str | None:
        if isinstance(sys.stdout, io.StringIO):
            lines = sys.stdout.getvalue().count("\n")
            self.prompts.append(lines - self._told + 1)
            self._told = lines
        answer = next(self._answers, None)
        if answer is None:
            return None
        self._now += answer[1]
        return answer[0]

    def ask_within(self, seconds: float) -> tuple[str | None, int]:
        """The next answer; an empty one is silence."""
        return self.ask_timed("")

    def pause(self, seconds: float) -> None:
        """Nothing is typed meanwhile."""


@contextmanager
def quiet() -> Iterator[io.StringIO]:
    """Catch what is printed."""
    out = io.StringIO()
    with mock.patch.dict(os.environ, PLAIN), mock.patch.object(sys, "stdout", out):
        yield out


def rendered(things: Iterable[RenderableType]) -> str:
    """Draw things as plain text."""
    console = Console(file=io.StringIO(), width=80, highlight=False, markup=False, emoji=False)
    console.print(*things, sep="\n")
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def type_move(move: Move, game: Game) -> str:
    """A move as people type it: they count seats from 1."""
    (verb,) = (verb for verb in game.grammar.verbs if verb.word == move.verb)
    if not any(slot.kind == "seat" for slot in verb.slots):
        return str(move)
    return " ".join((move.verb, *(str(arg + 1 if isinstance(arg, int) else arg) for arg in move.args)))


def session(id: str, seats: int, screen: Screen, **how: Any) -> Session:
    """A table at which a person sits at seat 0 among random bots."""
    names = tuple(f"P{seat}" for seat in range(seats))
    recorder = Recorder(match(id, seats, seed="a table"))
    return Session(screen, recorder, Players(0, ("random",) * seats, names), b"a table", lambda: None, **how)
