"""The screen: the reader's language, the terminal, the keyboard and the clock."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from select import select
from typing import TYPE_CHECKING, Any

from reihum.texts import Texts

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

PIPED_REACTION_SECONDS = 0.5
"""The reaction time of every answer from a pipe: a script has none of its own."""


class Screen:
    """One reader at one terminal. ``clock`` gives seconds; tests pass their own."""

    def __init__(self, language: str, clock: Callable[[], float] = time.monotonic) -> None:
        self.texts = Texts(language)
        self._clock = clock
        self._printed_lines = 0

    @cached_property
    def out(self) -> Console:
        """Standard output. rich is imported on first use, so that ``--help`` is quick."""
        return _console(sys.stdout)

    @cached_property
    def errors(self) -> Console:
        """Standard error."""
        return _console(sys.stderr)

    @property
    def is_interactive(self) -> bool:
        """Whether standard input is a keyboard."""
        return sys.stdin.isatty()

    @property
    def is_terminal(self) -> bool:
        """Whether standard output is a terminal; programs and files get plain text."""
        return self.out.is_terminal

    def text(self, key: str, /, **values: Any) -> str:
        """A text in the reader's language."""
        return self.texts.text(key, **values)

    @property
    def free_lines(self) -> int:
        """The lines of the terminal that nothing was printed to since the last answer."""
        return self.out.height - self._printed_lines

    def count_lines(self, *things: RenderableType) -> int:
        """The number of lines that things take when they are printed."""
        return sum(len(self.out.render_lines(thing, pad=False)) for thing in things)

    def print(self, *things: RenderableType) -> None:
        """Print lines and tables; without any, an empty line."""
        for thing in things or ("",):
            self._printed_lines += self.count_lines(thing)
            self.out.print(thing)

    def say(self, key: str, /, style: str = "", *, whole: bool = False, **values: Any) -> None:
        """Print a text in the reader's language; ``whole`` does not break lines, so that they can be copied."""
        text = self.text(key, **values)
        self._printed_lines += self.count_lines(text)
        self.out.print(text, style=style or None, soft_wrap=whole)

    def ask(self, prompt: str) -> str | None:
        """Read a line from the keyboard or the pipe; None when there is no more."""
        self._printed_lines = 0
        return self._read_answer(prompt)

    def _read_answer(self, prompt: str) -> str | None:
        if self.is_interactive and self.is_terminal:
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
        """Read a line; return it with the milliseconds it took."""
        sys.stdout.flush()
        start = self._clock()
        line = self.ask(prompt)
        took = self._clock() - start if self.is_interactive else PIPED_REACTION_SECONDS
        return line, round(1_000 * took)

    def ask_within(self, seconds: float) -> tuple[str | None, int]:
        """Read a line if one is typed in this time, else nothing (empty); return it with the milliseconds it took. From
        a pipe a line is read in any case."""
        if not self.is_interactive or sys.platform == "win32":  # there no keyboard can be waited for
            return self.ask_timed("> ")
        self._printed_lines = 0
        sys.stdout.flush()
        start = self._clock()
        if not select([sys.stdin], [], [], seconds)[0]:
            return "", 0
        line = sys.stdin.readline()
        return line.rstrip("\r\n") if line else None, round(1_000 * (self._clock() - start))

    def pause(self, seconds: float) -> None:
        """Let the person read; what is typed meanwhile comes too late. From a pipe nothing is too late."""
        if self.is_interactive and sys.platform != "win32":
            end = self._clock() + seconds
            while self.ask_within(max(0, end - self._clock()))[0]:
                pass


def _console(file: Any) -> Console:
    from rich.console import Console

    from reihum.cli.line_breaks import respect_no_break_spaces

    respect_no_break_spaces()
    return Console(file=file, highlight=False, markup=False, emoji=False)
