"""What is said between the thread that plays a match and the app that shows it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, Protocol

from rich.console import RenderableType

from reihum.cli.prompts import Quit
from reihum.engine import Shown
from reihum.matches import MatchView


class ScreenQuestion(NamedTuple):
    """What the person can do now: choose a move, call something, go on, or press one of ``keys``. ``prompt`` is a text
    to show instead of the view's; ``routine`` is a move without a choice, which is made by itself unless the person
    wants to do it."""

    moves: bool = False
    calls: tuple[str, ...] = ()
    goes_on: bool = False
    prompt: str = ""
    routine: str = ""
    keys: str = ""


class Answer(NamedTuple):
    """What the person did: a move or a call in notation, a key, or nothing, and the time since the screen was drawn."""

    text: str = ""
    took_ms: int = 0


class Stop(NamedTuple):
    """The person quits."""


class GivenAnswer(NamedTuple):
    """An answer to the question with this number."""

    number: int
    answer: Answer | Stop


class Front(Protocol):
    """What the playing thread needs of the app. Every method returns when the screen has been told."""

    def show_match(self, seen: MatchView, shown: tuple[Shown, ...]) -> None:
        """Show a position and what led to it."""
        ...

    def show_moment(self, shown: Shown | None) -> None:
        """Show what was decided, large; None: the table again."""
        ...

    def show_result(self, seen: MatchView) -> None:
        """Show how the round ended."""
        ...

    def show_sheet(self, things: Sequence[RenderableType]) -> None:
        """Show lines instead of a table, because there is none yet."""
        ...

    def open_question(self, question: ScreenQuestion | None) -> None:
        """Let the person answer; None: there is nothing to answer."""
        ...

    def add_note(self, text: str) -> None:
        """Add a line to the log."""
        ...

    def clear_log(self) -> None:
        """A new round begins."""
        ...


Wait = Callable[["SimpleQueue[Any]", float | None], object]
"""Wait for an answer or an event, at most some seconds (None: without end); raise ``Empty`` when they are over."""


def wait_in_real_time(queue: SimpleQueue[Any], seconds: float | None) -> object:
    """Wait by the clock."""
    return queue.get(timeout=seconds)


class Dialogue:
    """The playing thread's side. It blocks until the person answers or the time is over. ``queue`` gets the answers. A
    table on a server puts its events there too; ``on_event`` gets each and raises an error if it changes the question.
    """

    def __init__(self, front: Front, wait: Wait = wait_in_real_time, queue: SimpleQueue[Any] | None = None) -> None:
        self.front = front
        self.on_event: Callable[[object], None] = lambda _: None
        self._wait = wait
        self._queue: SimpleQueue[Any] = SimpleQueue() if queue is None else queue
        self._number = 0
        self._is_stopped = False

    def put(self, answer: Answer | Stop) -> None:
        """Give an answer, from the app."""
        self._is_stopped = self._is_stopped or isinstance(answer, Stop)
        self._queue.put(GivenAnswer(self._number, answer))

    def ask(self, question: ScreenQuestion, seconds: float | None = None) -> Answer | None:
        """Ask; None if the time is over first. An answer that came too late for the question before is forgotten."""
        self._number += 1
        if self._is_stopped:
            raise Quit
        self.front.open_question(question)
        try:
            return self._receive(seconds)
        finally:
            self.front.open_question(None)

    def pause(self, seconds: float) -> None:
        """Let the person look; any answer ends it."""
        self.ask(ScreenQuestion(goes_on=True), seconds)

    def take_events(self) -> None:
        """Take all events that have come."""
        while not self._queue.empty():
            self._take(self._queue.get())

    def _receive(self, seconds: float | None) -> Answer | None:
        end = None if seconds is None else time.monotonic() + seconds
        while True:
            try:
                found = self._wait(self._queue, None if end is None else max(0, end - time.monotonic()))
            except Empty:
                return None
            if (answer := self._take(found)) is not None:
                return answer

    def _take(self, found: object) -> Answer | None:
        """The answer to the question that is open, if it is one."""
        if not isinstance(found, GivenAnswer):
            self.on_event(found)
            return None
        if isinstance(found.answer, Stop):
            raise Quit
        return found.answer if found.number == self._number else None
