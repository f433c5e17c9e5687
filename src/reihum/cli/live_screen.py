"""A screen for a table on a server: while it waits for a line, the table may change."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, TextIO

from msgspec import Struct

from reihum.cli.screen import Screen
from reihum.errors import ReihumError

if TYPE_CHECKING:
    from rich.console import RenderableType


class TypedLine(Struct, frozen=True):
    """A line from the keyboard; None when there is no more."""

    line: str | None


class QuestionOutdated(Exception):
    """Something has happened that changes the question."""


class LiveScreen(Screen):
    """A screen that takes events while it waits. ``on_event`` gets each and returns whether the question still stands.
    Lines from a keyboard are read at any time, lines from a pipe only as answers."""

    def __init__(self, screen: Screen) -> None:
        super().__init__(screen.texts.language)
        self.queue: SimpleQueue[Any] = SimpleQueue()
        self.on_event: Callable[[object], bool] = lambda _: True
        self._lines: list[str | None] = []
        self._prompt_is_open = False

    def start(self) -> None:
        """Read the keyboard in a thread: nothing else can interrupt the reading of a line."""
        threading.Thread(target=self._read, args=(sys.stdin,), name="reihum-keyboard", daemon=True).start()

    def _read(self, keyboard: TextIO) -> None:
        line: str | None = ""
        while line is not None:
            read = keyboard.readline()
            line = read.rstrip("\r\n") if read else None
            self.queue.put(TypedLine(line))

    def _read_answer(self, prompt: str) -> str | None:
        """Wait for a line; raise ``QuestionOutdated`` if an event changes the question first."""
        self._show_prompt(prompt)
        while not self._lines:
            self._take_event(asking=True)
            if not self._lines:
                self._show_prompt(prompt)  # an event was printed in between
        self._prompt_is_open = False
        line = self._lines.pop(0)
        if not self.is_interactive:
            self.out.print(line or "")  # an echo, so that the transcript reads like a session
        if line is None:
            self._lines.append(None)  # there will never be another one
        return line

    def print(self, *things: RenderableType) -> None:
        """Print lines below the prompt that is open, if there is one."""
        self._end_prompt()
        super().print(*things)

    def say(self, key: str, /, style: str = "", *, whole: bool = False, **values: Any) -> None:
        """Print a text below the prompt that is open, if there is one."""
        self._end_prompt()
        super().say(key, style, whole=whole, **values)

    def _show_prompt(self, prompt: str) -> None:
        if not self._prompt_is_open:
            self.out.print(prompt, end="")
            self._prompt_is_open = True

    def _end_prompt(self) -> None:
        if self._prompt_is_open:
            self.out.print()
            self._prompt_is_open = False

    def wait_for_line(self) -> str | None:
        """Wait until an event raises ``QuestionOutdated``, or return a line that is typed first."""
        self._printed_lines = 0
        while not (self._lines and self.is_interactive):
            self._take_event(asking=False)
        return self._lines.pop(0)

    def take_events(self) -> None:
        """Take all events that are waiting."""
        while not self.queue.empty():
            try:
                self._take_event(asking=False)
            except QuestionOutdated:
                continue

    def _take_event(self, *, asking: bool) -> None:
        event = self.queue.get()
        if isinstance(event, TypedLine):
            self._lines.append(event.line)
        elif isinstance(event, ReihumError):
            raise event
        elif not self.on_event(event) or not asking:
            raise QuestionOutdated
