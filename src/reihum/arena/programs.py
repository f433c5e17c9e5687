"""Programs that play: started once, asked line by line, never waited for longer than the caller wants.

Two threads of its own write to and read from each program, so that one that neither reads nor answers holds up nobody.
What it writes to standard error goes where ours goes.
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
from reihum.arena.line_protocol import HELLO, LONGEST, QUIT, read

FAREWELL = 2.0
"""Seconds a program gets to leave by itself."""

CHATTER = 100
"""After so many lines that nobody asked for a program is stopped."""

SHOWN = 80
"""So much of a wrong answer is shown."""


class Program:
    """A running program. ``name`` is what errors call it."""

    def __init__(self, command: str, patience: float) -> None:
        self.name = f"cmd:{command}"
        try:
            self._process = Popen(shlex.split(command), stdin=PIPE, stdout=PIPE)  # noqa: S603 – that is what it is for
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
        """Say something that needs no answer."""
        self._told.put(line)

    def ask(self, line: str, expected: str, patience: float) -> tuple[str, str]:
        """Say something and wait for the answer: one whose first word is among the expected ones."""
        asked = line.partition(" ")[0]
        if not self._lines.empty():
            self._refuse(asked, expected, self._lines.get(), early=True)
        self.tell(line)
        try:
            answer = self._lines.get(timeout=patience)
        except Empty:
            seconds = f"{patience:g}"
            raise BotFault("bot-silent", bot=self.name, asked=asked, expected=expected, seconds=seconds) from None
        found = read(answer)
        if found is None or found[0] not in [each.split()[0] for each in expected.split(" | ")]:
            self._refuse(asked, expected, answer)
        return found

    def _refuse(self, asked: str, expected: str, answer: bytes, *, early: bool = False) -> NoReturn:
        """What came is no answer: the program has left, gives up, or talks nonsense."""
        if not answer:
            with suppress(TimeoutExpired):
                self._process.wait(FAREWELL)
            status = self._process.poll()
            raise BotFault("bot-gone", bot=self.name, asked=asked, expected=expected, status=status)
        word, rest = read(answer) or ("", "")
        if word == "error":
            raise BotFault("bot-gives-up", bot=self.name, asked=asked, detail=rest[:SHOWN])
        values = {"bot": self.name, "asked": asked, "expected": expected, "got": shown(answer)}
        raise BotFault("bot-unasked" if early else "bot-answer", **values)

    def close(self, *, by_force: bool = False) -> None:
        """Let it go; by force, if that is wanted or it does not go by itself."""
        self.tell(QUIT)
        self._told.put(None)
        try:
            self._process.wait(0 if by_force else FAREWELL)
        except TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for thread in self._threads:
            thread.join(FAREWELL)

    def _write(self) -> None:
        assert self._process.stdin is not None
        with suppress(OSError), self._process.stdin as pipe:
            for line in iter(self._told.get, None):
                pipe.write(line.encode() + b"\n")
                pipe.flush()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as pipe:
            for line in iter(partial(pipe.readline, LONGEST), b""):
                self._lines.put(line)
                if self._lines.qsize() > CHATTER:
                    self._process.kill()
        self._lines.put(b"")


def shown(answer: bytes) -> str:
    """A wrong answer, readable and not too long.

    >>> shown(b"\\xff\\x00nonsense\\n")
    '\\\\xff\\\\x00nonsense'
    """
    text = answer.rstrip(b"\r\n").decode(errors="backslashreplace")
    text = "".join(letter if letter.isprintable() else f"\\x{ord(letter):02x}" for letter in text)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]} …"


_idle: dict[str, list[Program]] = {}
"""Programs between two rounds, by command."""


@contextmanager
def borrowed(command: str, patience: float) -> Iterator[Program]:
    """A program to play a round with: one that runs already, or a new one. It stays for the next round, unless it
    broke."""
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
    """Let all programs go that nobody plays with."""
    for programs in _idle.values():
        while programs:
            programs.pop().close()
