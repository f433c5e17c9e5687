"""Worker processes for long work, so that the event loop stays free.

A process can be killed, so stopping the server never waits for an answer that nobody wants.
"""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from traceback import format_exception
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from reihum.errors import ReihumError
from reihum.host.capacity import Capacity
from reihum.host.fair_queue import NOBODY, FairQueue, WorkShare

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

NICENESS = 5
"""Worker processes leave the processor to the event loop, for which everybody waits."""

T = TypeVar("T")


class WorkerDied(Exception):
    """A worker process died while it worked."""


class PoolClosed(ReihumError):
    """The pool takes no more work: the server stops."""


class Executor(Protocol):
    """Something that runs functions."""

    async def run(self, work: Callable[..., T], *args: Any, share: WorkShare = NOBODY) -> T:
        """The result of ``work(*args)``, done for a share. Raises ``Busy`` if too much work waits."""
        ...

    def close(self) -> None:
        """Take no more work."""
        ...


class InlineExecutor:
    """Runs work in the event loop: for tests, and for programs with little to do."""

    async def run(self, work: Callable[..., T], *args: Any, share: WorkShare = NOBODY) -> T:
        return work(*args)

    def close(self) -> None:
        """There is nothing to end."""


class WorkerPool:
    """Runs work in ``count`` other processes; the rest of the work waits, and shares take turns. One address has a
    process less than there are, so that others need not wait. The processes start with the first work. If one dies, its
    work is run once more. At most ``max_jobs`` may run and wait, and ``max_address_jobs`` of one address; 0 means any
    number."""

    def __init__(self, count: int = 1, max_jobs: int = 0, max_address_jobs: int = 0) -> None:
        self.count = count
        self._capacity = Capacity(max_jobs, max_address_jobs)
        self._threads = ThreadPoolExecutor(count)
        self._queue: FairQueue[asyncio.Future[None]] = FairQueue(max(1, count - 1))
        self._idle = count
        self._lock = threading.Lock()
        self._all: set[Worker] = set()
        self._free: list[Worker] = []
        self._closed = False

    async def run(self, work: Callable[..., T], *args: Any, share: WorkShare = NOBODY) -> T:
        if self._closed:
            raise PoolClosed("stopping")
        with self._capacity.reserve(share.address):
            await self._wait_for_turn(share)
            running = asyncio.get_running_loop().run_in_executor(self._threads, self._run, work, args)
            running.add_done_callback(lambda _: self._end_turn(share))
            return await asyncio.shield(running)  # a process works on, though its caller may have gone

    def count_waiting(self) -> int:
        """How much work waits for a process."""
        return len(self._queue)

    def close(self) -> None:
        """Take no more work and kill the processes; callers who wait get an error."""
        with self._lock:
            self._closed = True
            for worker in self._all:
                worker.kill()
                self._threads.submit(worker.bury)
            self._all.clear()
        self._threads.shutdown(wait=False)
        self._idle = self.count
        self._start_next()

    async def _wait_for_turn(self, share: WorkShare) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.add(share, turn)
        self._start_next()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._end_turn(share)  # it was its turn at the same moment
            raise

    def _start_next(self) -> None:
        """Let those go on whose turn it is, while a process is idle."""
        while self._idle and (taken := self._queue.take()):
            share, turn = taken
            if turn.done():  # its caller has gone
                self._queue.end(share)
            elif self._closed:
                turn.set_exception(PoolClosed("stopping"))
                self._queue.end(share)
            else:
                turn.set_result(None)
                self._idle -= 1

    def _end_turn(self, share: WorkShare) -> None:
        self._idle += 1
        self._queue.end(share)
        self._start_next()

    def _run(self, work: Callable[..., T], args: tuple[Any, ...]) -> T:
        """Run work; once more, if that kills a worker."""
        try:
            return self._run_once(work, args)
        except WorkerDied:
            return self._run_once(work, args)

    def _run_once(self, work: Callable[..., T], args: tuple[Any, ...]) -> T:
        worker = self._acquire()
        try:
            return worker.run(work, args)
        finally:
            self._release(worker)

    def _acquire(self) -> Worker:
        with self._lock:
            if self._closed:
                raise PoolClosed("stopping")
            if not self._free:
                self._free.append(Worker())
                self._all.update(self._free)
            return self._free.pop()

    def _release(self, worker: Worker) -> None:
        with self._lock:
            if worker.alive:
                self._free.append(worker)
            else:
                self._all.discard(worker)


class Worker:
    """One worker process and the pipe to it."""

    def __init__(self) -> None:
        import multiprocessing  # only where processes can start

        context = multiprocessing.get_context("spawn")
        self._pipe, other_end = context.Pipe()
        self._process = context.Process(target=_serve, args=(other_end,), daemon=True)
        self._process.start()
        other_end.close()
        self.alive = True

    def run(self, work: Callable[..., T], args: tuple[Any, ...]) -> T:
        """Run work in the process and wait for its result."""
        try:
            self._pipe.send((work, args))
            result, error = self._pipe.recv()
        except (EOFError, OSError):
            self.alive = False
            self.kill()
            raise WorkerDied from None
        if error is not None:
            raise error
        found: T = result
        return found

    def kill(self) -> None:
        """End the process, whatever it does."""
        self._process.kill()

    def bury(self) -> None:
        """Wait for the end of a killed process: until then the system lists it."""
        self._process.join()


def _serve(pipe: Connection) -> None:
    """Work until the pipe is closed. Ctrl-C reaches all processes of a group, but the host decides when to stop."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    threading.Thread(target=_exit_with_host, daemon=True).start()
    while True:
        try:
            work, args = pipe.recv()
        except EOFError:
            return
        pipe.send(_try(work, args))


def count_cores() -> int:
    """How many processor cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _try(work: Callable[..., Any], args: tuple[Any, ...]) -> tuple[Any, Exception | None]:
    """The result of work, and its error if it fails."""
    try:
        return work(*args), None
    except Exception as error:
        error.add_note("".join(format_exception(error)))  # a traceback does not come through the pipe
        return None, error


def _exit_with_host() -> None:
    """Exit when the host's process has ended: a killed host cannot close the pipe in every case."""
    import multiprocessing

    host = multiprocessing.parent_process()
    assert host is not None
    host.join()
    os._exit(1)
