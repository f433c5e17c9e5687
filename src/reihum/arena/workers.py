"""Who does the work: this process, several of this machine, or a Dask cluster. The results come in the order of the
work, so nobody can tell who did it."""

from __future__ import annotations

import re
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from importlib.metadata import version
from multiprocessing import get_context
from typing import Any, TypeVar

from reihum.arena.errors import ArenaError

AHEAD = 8
"""So many pieces of work are handed out for each worker."""

PATIENCE = 10
"""Seconds to wait for a cluster to answer."""

ADDRESS = re.compile(r"\w+://.+:\d+")

Piece = TypeVar("Piece")
Result = TypeVar("Result")


def spread(
    function: Callable[[Piece], Result], pieces: Sequence[Piece], jobs: int = 1, on: str = ""
) -> Iterator[Result]:
    """The function of every piece: on a cluster, if its address is given, else in so many processes."""
    jobs = min(jobs, len(pieces))
    if not on and jobs <= 1:
        yield from map(function, pieces)
        return
    with cluster(on) if on else processes(jobs) as (executor, workers):
        yield from _in_order(executor, function, pieces, AHEAD * workers)


def _in_order(
    executor: Executor, function: Callable[[Piece], Result], pieces: Sequence[Piece], ahead: int
) -> Iterator[Result]:
    waiting: deque[Future[Result]] = deque()
    for piece in pieces:
        waiting.append(executor.submit(function, piece))
        if len(waiting) > ahead:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


@contextmanager
def processes(jobs: int) -> Iterator[tuple[Executor, int]]:
    """Processes of this machine. Ctrl-C ends them at once and silently: what they were at is worth nothing."""
    context = get_context("spawn")
    pool = ProcessPoolExecutor(jobs, context, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_DFL))
    try:
        yield pool, jobs
    except BrokenProcessPool:
        raise ArenaError("arena.worker-died") from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """The workers of a Dask cluster, which must have the same version of this package."""
    if not ADDRESS.fullmatch(address):  # Dask itself is slow to notice
        raise ArenaError("arena.no-cluster", address=address, detail="tcp://HOST:PORT")
    try:
        from distributed import Client, KilledWorker
    except ImportError:
        raise ArenaError("arena.no-dask") from None
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except OSError as error:
        raise ArenaError("arena.no-cluster", address=address, detail=str(error)) from None
    with client:
        _check_workers(client, address)
        try:
            yield client.get_executor(pure=False), sum(client.nthreads().values())
        except (OSError, CancelledError, KilledWorker) as error:
            raise ArenaError("arena.cluster-died", address=address, detail=str(error)) from None


def _check_workers(client: Any, address: str) -> None:
    """Refuse a cluster without workers, or with others than this program needs."""
    try:
        found = client.run(installed)
    except Exception as error:  # whatever a worker without this package says to that
        raise ArenaError("arena.workers", worker=address, expected=installed(), got=str(error)) from None
    if not found:
        raise ArenaError("arena.no-workers", address=address)
    for worker, got in found.items():
        if got != installed():
            raise ArenaError("arena.workers", worker=worker, expected=installed(), got=got)


def installed() -> str:
    """The version of this package."""
    return version("reihum")
