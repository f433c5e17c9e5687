"""What takes long is done in other processes, so that no message waits for it.

A process can be killed: nobody who stops has to wait for an answer that nobody wants any more.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from traceback import format_exception
from typing import Any, Protocol, TypeVar

from reihum.errors import ReihumError
from reihum.host.places import Places

T = TypeVar("T")


class Died(Exception):
    """A worker has died at its work."""


class Closed(ReihumError):
    """Nobody works any more: the server stops."""


class Working(Protocol):
    """Somebody who does work."""

    async def ask(self, work: Callable[..., T], *about: Any) -> T:
        """What the work gives; refused (``Busy``) if too much is under way."""
        ...

    def close(self) -> None:
        """Work no more."""
        ...


class Inline:
    """Works in the event loop: for tests, and for programs with little to do."""

    async def ask(self, work: Callable[..., T], *about: Any) -> T:
        return work(*about)

    def close(self) -> None:
        """There is nothing to end."""


class Workers:
    """Works in other processes, ``count`` of them, and the rest waits. They start with the first work; if one dies, its
    work is done again. Of more than ``most`` works at once the last are refused; 0: none are."""

    def __init__(self, count: int = 1, most: int = 0) -> None:
        self._places = Places(most)
        self._threads = ThreadPoolExecutor(count)
        self._lock = threading.Lock()
        self._all: set[Worker] = set()
        self._free: list[Worker] = []
        self._closed = False

    async def ask(self, work: Callable[..., T], *about: Any) -> T:
        if self._closed:
            raise Closed("stopping")
        with self._places.take():
            return await asyncio.get_running_loop().run_in_executor(self._threads, self._done, work, about)

    def close(self) -> None:
        """Work no more: what is under way is cut off, and whoever waits for it is told."""
        with self._lock:
            self._closed = True
            for worker in self._all:
                worker.kill()
        self._threads.shutdown(wait=False)

    def _done(self, work: Callable[..., T], about: tuple[Any, ...]) -> T:
        """Do a work; once more, if that kills a worker."""
        try:
            return self._do(work, about)
        except Died:
            return self._do(work, about)

    def _do(self, work: Callable[..., T], about: tuple[Any, ...]) -> T:
        worker = self._taken()
        try:
            return worker.do(work, about)
        finally:
            self._given_back(worker)

    def _taken(self) -> Worker:
        with self._lock:
            if self._closed:
                raise Closed("stopping")
            if not self._free:
                self._free.append(Worker())
                self._all.update(self._free)
            return self._free.pop()

    def _given_back(self, worker: Worker) -> None:
        with self._lock:
            if worker.alive:
                self._free.append(worker)
            else:
                self._all.discard(worker)


class Worker:
    """One such process, with a line to it."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._line, other_end = context.Pipe()
        self._process = context.Process(target=_serve, args=(other_end,), daemon=True)
        self._process.start()
        other_end.close()
        self.alive = True

    def do(self, work: Callable[..., T], about: tuple[Any, ...]) -> T:
        """Have something done, and wait for it."""
        try:
            self._line.send((work, about))
            found, error = self._line.recv()
        except (EOFError, OSError):
            self.alive = False
            self.kill()
            raise Died from None
        if error is not None:
            raise error
        answer: T = found
        return answer

    def kill(self) -> None:
        """End the process, whatever it does."""
        self._process.kill()


def _serve(line: Connection) -> None:
    """Work until the line is cut. The host decides when to stop: a Ctrl-C reaches the whole group of processes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_host, daemon=True).start()
    while True:
        try:
            work, about = line.recv()
        except EOFError:
            return
        line.send(_tried(work, about))


def _tried(work: Callable[..., Any], about: tuple[Any, ...]) -> tuple[Any, Exception | None]:
    """What a work gives, and the error if it fails."""
    try:
        return work(*about), None
    except Exception as error:
        error.add_note("".join(format_exception(error)))  # where it happened is not told otherwise
        return None, error


def _end_with_host() -> None:
    """Should the host be killed, there is nobody left to work for."""
    host = multiprocessing.parent_process()
    assert host is not None
    host.join()
    os._exit(1)
