"""Which terminals are filled, and what is said where only the library is missing."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

import pytest

from reihum.cli.fullscreen import mode
from reihum.cli.fullscreen.mode import fills_terminal, is_capable
from reihum.cli.screen import Screen
from terminal import Terminal


@contextmanager
def terminal(size: tuple[int, int] = (80, 24), piped: str = "", term: str = "xterm-256color") -> Iterator[io.StringIO]:
    """Sit at a terminal; ``piped`` is the file that is a pipe instead."""
    stdin, stdout, stderr = (io.StringIO() if name == piped else Terminal() for name in ("stdin", "stdout", "stderr"))
    with (
        mock.patch.multiple(sys, stdin=stdin, stdout=stdout, stderr=stderr),
        mock.patch.object(mode, "get_terminal_size", return_value=os.terminal_size(size)),
        mock.patch.dict(os.environ, {"TERM": term}),
    ):
        yield stdout


def test_a_terminal_of_80_by_24_is_filled() -> None:
    """That is what terminals have had for fifty years."""
    with terminal():
        assert is_capable()
        assert fills_terminal(Screen("en"), plain=False)


@pytest.mark.parametrize(
    "how",
    [
        {"size": (79, 24)},
        {"size": (80, 23)},
        {"piped": "stdin"},
        {"piped": "stdout"},
        {"piped": "stderr"},
        {"term": "dumb"},
    ],
)
def test_lines_for_pipes_and_for_small_or_simple_terminals(how: dict[str, object]) -> None:
    """Nothing is filled that could not be read or typed at."""
    with terminal(**how):  # type: ignore[arg-type]
        assert not is_capable()


def test_plain_is_plain() -> None:
    """``--plain`` needs no reason."""
    with terminal():
        assert not fills_terminal(Screen("en"), plain=True)


def test_the_missing_library_is_named_once() -> None:
    """Without the library the match goes line by line, and one line says how to get the full screen."""
    with terminal() as out, mock.patch.object(mode, "find_spec", return_value=None):
        assert not fills_terminal(Screen("en"), plain=False)
    assert out.getvalue().count("\n") == 1
    assert "reihum[terminal]" in out.getvalue()
