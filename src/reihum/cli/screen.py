"""Where the command writes and what it reads: the reader's language, the terminal, the keyboard and the clock."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any

from reihum.texts import Texts

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

PIPED_REACTION = 0.5
"""Seconds that an answer from a pipe is taken to need: a script has no reaction time, so it gets a fixed one."""


class Screen:
    """One reader at one terminal. ``clock`` gives seconds; tests bring their own."""

    def __init__(self, language: str, clock: Callable[[], float] = time.monotonic) -> None:
        self.texts = Texts(language)
        self._clock = clock

    @cached_property
    def out(self) -> Console:
        """Standard output. (rich is imported only when something is drawn, so that ``--help`` is quick.)"""
        return _console(sys.stdout)

    @cached_property
    def errors(self) -> Console:
        """Standard error."""
        return _console(sys.stderr)

    @property
    def interactive(self) -> bool:
        """Whether somebody sits at a keyboard."""
        return sys.stdin.isatty()

    @property
    def drawn(self) -> bool:
        """Whether somebody looks at a terminal; otherwise a program or a file gets plain text."""
        return self.out.is_terminal

    def text(self, key: str, /, **values: Any) -> str:
        """A text in the reader's language."""
        return self.texts.text(key, **values)

    def print(self, *things: RenderableType) -> None:
        """Write lines, tables, or an empty line."""
        for thing in things or ("",):
            self.out.print(thing)

    def say(self, key: str, /, style: str = "", *, whole: bool = False, **values: Any) -> None:
        """Write a text in the reader's language; ``whole``: without breaking lines, so that it can be copied."""
        self.out.print(self.text(key, **values), style=style or None, soft_wrap=whole)

    def ask(self, prompt: str) -> str | None:
        """A line from the keyboard or the pipe; None when there is no more."""
        if self.interactive and self.drawn:
            with suppress(ImportError):  # arrow keys work where the system has it
                import readline  # noqa: F401
            try:
                return input(prompt)
            except EOFError:
                self.print()
                return None
        self.out.print(prompt, end="")
        line = sys.stdin.readline()
        self.out.print(line.rstrip("\r\n"))  # an echo, so that the transcript reads like a session
        return line.rstrip("\r\n") if line else None

    def ask_timed(self, prompt: str) -> tuple[str | None, int]:
        """A line, and how many milliseconds it took."""
        sys.stdout.flush()
        start = self._clock()
        line = self.ask(prompt)
        took = self._clock() - start if self.interactive else PIPED_REACTION
        return line, round(1_000 * took)


def _console(file: Any) -> Console:
    from rich.console import Console

    return Console(file=file, highlight=False, markup=False, emoji=False)
