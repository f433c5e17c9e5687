"""Programs that play: started once, asked line by line, and never given more time than the caller allows.

Each program has two threads, one that writes and one that reads. So a program that neither reads nor answers blocks
nobody. Its standard error is ours.
"""

from __future__ import annotations

import atexit
import shlex
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from queue import Empty, SimpleQueue
from subprocess import PIPE, Popen, TimeoutExpired
from threading import Thread
from typing import NoReturn

from reihum.arena.errors import BotFault
from reihum.arena.line_protocol import HELLO, MAX_ANSWER_BYTES, QUIT, parse_answer

EXIT_SECONDS = 2.0
"""How long a program may take to exit by itself."""

MAX_UNREAD_LINES = 100
"""A program that sends more unexpected lines than this is stopped."""

MAX_SHOWN_LETTERS = 80
"""How much of a wrong answer is shown."""


class Program:
    """A running program. ``name`` is its name in errors."""

    def __init__(self, command: str, patience: float) -> None:
        self.name = f"cmd:{command}"
        try:
            self._process = Popen(shlex.split(command), stdin=PIPE, stdout=PIPE)  # noqa: S603 – starting programs is its purpose
        except (OSError, ValueError, IndexError) as error:
            raise BotFault("bot-start", bot=self.name, detail=str(error)) from None
        self._told: SimpleQueue[str | None] = SimpleQueue()
        self._lines: SimpleQueue[bytes] = SimpleQueue()
        self._threads = [Thread(target=work, daemon=True) for work in (self._write, self._read)]
        for thread in self._threads:
            thread.start()
        try:
            self.ask(HELLO, "bot NAME", patience)
        except BaseException:
            self.close(by_force=True)
            raise

    def tell(self, line: str) -> None:
        """Send a line that needs no answer."""
        self._told.put(line)

    def ask(self, line: str, expected: str, patience: float) -> tuple[str, str]:
        """Send a line and wait for an answer whose first word is among the expected ones."""
        asked = line.partition(" ")[0]
        if not self._lines.empty():
            self._refuse(asked, expected, self._lines.get(), early=True)
        self.tell(line)
        try:
            answer = self._lines.get(timeout=patience)
        except Empty:
            seconds = f"{patience:g}"
            raise BotFault("bot-silent", bot=self.name, asked=asked, expected=expected, seconds=seconds) from None
        found = parse_answer(answer)
        if found is None or found[0] not in [each.split()[0] for each in expected.split(" | ")]:
            self._refuse(asked, expected, answer)
        return found

    def _refuse(self, asked: str, expected: str, answer: bytes, *, early: bool = False) -> NoReturn:
        """Raise the fault for a wrong answer: the program has exited, gives up, or does not follow the protocol."""
        if not answer:
            with suppress(TimeoutExpired):
                self._process.wait(EXIT_SECONDS)
            status = self._process.poll()
            raise BotFault("bot-gone", bot=self.name, asked=asked, expected=expected, status=status)
        word, rest = parse_answer(answer) or ("", "")
        if word == "error":
            raise BotFault("bot-gives-up", bot=self.name, asked=asked, detail=rest[:MAX_SHOWN_LETTERS])
        values = {"bot": self.name, "asked": asked, "expected": expected, "got": make_readable(answer)}
        raise BotFault("bot-unasked" if early else "bot-answer", **values)

    def close(self, *, by_force: bool = False) -> None:
        """Ask the program to exit. Kill it if it does not, or at once with ``by_force``."""
        self.tell(QUIT)
        self._told.put(None)
        try:
            self._process.wait(0 if by_force else EXIT_SECONDS)
        except TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for thread in self._threads:
            thread.join(EXIT_SECONDS)

    def _write(self) -> None:
        assert self._process.stdin is not None
        with suppress(OSError), self._process.stdin as pipe:
            for line in iter(self._told.get, None):
                pipe.write(line.encode() + b"\n")
                pipe.flush()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as pipe:
            for line in iter(partial(pipe.readline, MAX_ANSWER_BYTES), b""):
                self._lines.put(line)
                if self._lines.qsize() > MAX_UNREAD_LINES:
                    self._process.kill()
        self._lines.put(b"")


def make_readable(answer: bytes) -> str:
    """A wrong answer, readable and not too long.

    >>> make_readable(b"\\xff\\x00nonsense\\n")
    '\\\\xff\\\\x00nonsense'
    """
    text = answer.rstrip(b"\r\n").decode(errors="backslashreplace")
    text = "".join(letter if letter.isprintable() else f"\\x{ord(letter):02x}" for letter in text)
    return text if len(text) <= MAX_SHOWN_LETTERS else f"{text[:MAX_SHOWN_LETTERS]} …"


_idle: dict[str, list[Program]] = {}
"""Programs between two rounds, by command."""


@contextmanager
def borrow_program(command: str, patience: float) -> Iterator[Program]:
    """A program for one round: an idle one, or a new one. It stays for the next round unless it failed."""
    idle = _idle.setdefault(command, [])
    try:
        program = idle.pop()
    except IndexError:
        program = Program(command, patience)
    try:
        yield program
    except BaseException:
        program.close(by_force=True)
        raise
    idle.append(program)


@atexit.register
def close_all() -> None:
    """Close all idle programs."""
    for programs in _idle.values():
        while programs:
            programs.pop().close()
