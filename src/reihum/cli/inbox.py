"""Two things can happen at a table on a server while somebody thinks: a line is typed, or the table changes."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from reihum.cli.screen import Screen
from reihum.errors import ReihumError

if TYPE_CHECKING:
    from rich.console import RenderableType


class Typed(Struct, frozen=True):
    """A line from the keyboard; None when there is no more."""

    line: str | None


class Changed(Exception):
    """Something has happened that makes the question another one."""


class Inbox(Screen):
    """A screen on which things may happen while it waits for an answer. ``happened`` gets them; it says whether the
    question still stands. Whoever types in a pipe is only heard when asked; at a keyboard, always."""

    def __init__(self, screen: Screen) -> None:
        super().__init__(screen.texts.language)
        self.queue: SimpleQueue[Any] = SimpleQueue()
        self.happened: Callable[[object], bool] = lambda _: True
        self._lines: list[str | None] = []
        self._open_prompt = False

    def start(self) -> None:
        """Listen to the keyboard, in a thread: reading a line cannot be interrupted otherwise."""
        threading.Thread(target=self._read, name="reihum-keyboard", daemon=True).start()

    def _read(self) -> None:
        line: str | None = ""
        while line is not None:
            read = sys.stdin.readline()
            line = read.rstrip("\r\n") if read else None
            self.queue.put(Typed(line))

    def ask(self, prompt: str) -> str | None:
        """A line; raises ``Changed`` if something else happens first that matters."""
        self._show_prompt(prompt)
        while not self._lines:
            self._take(asking=True)
            if not self._lines:
                self._show_prompt(prompt)  # something was told in between
        self._open_prompt = False
        line = self._lines.pop(0)
        if not self.interactive:
            self.out.print(line or "")  # an echo, so that the transcript reads like a session
        if line is None:
            self._lines.append(None)  # there will never be another one
        return line

    def print(self, *things: RenderableType) -> None:
        """Write lines; a question that stands there unanswered stays on its own."""
        self._end_prompt()
        super().print(*things)

    def say(self, key: str, /, style: str = "", *, whole: bool = False, **values: Any) -> None:
        """Write a text; a question that stands there unanswered stays on its own."""
        self._end_prompt()
        super().say(key, style, whole=whole, **values)

    def _show_prompt(self, prompt: str) -> None:
        if not self._open_prompt:
            self.out.print(prompt, end="")
            self._open_prompt = True

    def _end_prompt(self) -> None:
        if self._open_prompt:
            self.out.print()
            self._open_prompt = False

    def wait(self) -> str | None:
        """Wait for something to happen; a line that is typed meanwhile."""
        while not (self._lines and self.interactive):
            self._take(asking=False)
        return self._lines.pop(0)

    def catch_up(self) -> None:
        """Take note of everything that has happened, without waiting."""
        while not self.queue.empty():
            try:
                self._take(asking=False)
            except Changed:
                continue

    def _take(self, *, asking: bool) -> None:
        found = self.queue.get()
        if isinstance(found, Typed):
            self._lines.append(found.line)
        elif isinstance(found, ReihumError):
            raise found
        elif not self.happened(found) or not asking:
            raise Changed
