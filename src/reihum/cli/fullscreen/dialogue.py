"""What is said between the thread that plays a match and the app that shows it."""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import NamedTuple, Protocol

from reihum.cli.prompts import Quit
from reihum.engine import Shown
from reihum.matches import MatchView


class ScreenQuestion(NamedTuple):
    """What the person can do now: choose a move, call something, or go on. ``prompt`` is a text to show instead of the
    view's; ``routine`` is a move without a choice, which is made by itself unless the person wants to do it."""

    moves: bool = False
    calls: tuple[str, ...] = ()
    goes_on: bool = False
    prompt: str = ""
    routine: str = ""


class Answer(NamedTuple):
    """What the person did: a move or a call in notation, or nothing, and the time since the screen was drawn."""

    text: str = ""
    took_ms: int = 0


class Stop(NamedTuple):
    """The person quits."""


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

    def open_question(self, question: ScreenQuestion | None) -> None:
        """Let the person answer; None: there is nothing to answer."""
        ...

    def add_note(self, text: str) -> None:
        """Add a line to the log."""
        ...

    def clear_log(self) -> None:
        """A new round begins."""
        ...


Wait = Callable[["SimpleQueue[Answer | Stop]", float | None], "Answer | Stop"]
"""Wait for an answer, at most some seconds (None: without end); raise ``Empty`` when they are over."""


def wait_in_real_time(answers: SimpleQueue[Answer | Stop], seconds: float | None) -> Answer | Stop:
    """Wait by the clock."""
    return answers.get(timeout=seconds)


class Dialogue:
    """The playing thread's side. It blocks until the person answers or the time is over."""

    def __init__(self, front: Front, wait: Wait = wait_in_real_time) -> None:
        self.front = front
        self._wait = wait
        self._answers: SimpleQueue[Answer | Stop] = SimpleQueue()
        self._is_stopped = False

    def put(self, answer: Answer | Stop) -> None:
        """Give an answer, from the app."""
        self._is_stopped = self._is_stopped or isinstance(answer, Stop)
        self._answers.put(answer)

    def ask(self, question: ScreenQuestion, seconds: float | None = None) -> Answer | None:
        """Ask; None if the time is over first. An answer that came too late for the question before is forgotten."""
        self._answers = SimpleQueue()
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

    def _receive(self, seconds: float | None) -> Answer | None:
        try:
            answer = self._wait(self._answers, seconds)
        except Empty:
            return None
        if isinstance(answer, Stop):
            raise Quit
        return answer
