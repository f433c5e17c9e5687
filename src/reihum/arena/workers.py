"""Where the work is done: in this process, in several processes, or on a Dask cluster. Results come in the order of the
work, so they do not depend on where it was done."""

from __future__ import annotations

import re
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from importlib.metadata import version
from multiprocessing import get_context
from typing import Any, Protocol, TypeVar

from reihum.arena.errors import ArenaError

PIECES_AHEAD = 8
"""How many pieces of work each worker gets in advance."""

CLUSTER_SECONDS = 10
"""How long to wait for a cluster to answer."""

ADDRESS = re.compile(r"\w+://.+:\d+")

Piece = TypeVar("Piece")
Result = TypeVar("Result")


def run_pieces(
    function: Callable[[Piece], Result], pieces: Sequence[Piece], jobs: int = 1, on: str = ""
) -> Generator[Result, None, None]:
    """The function of every piece: on a cluster if its address is given, otherwise in this many processes."""
    jobs = min(jobs, len(pieces))
    if not on and jobs <= 1:
        yield from map(function, pieces)
        return
    with connect_cluster(on) if on else start_processes(jobs) as (executor, workers):
        yield from _in_order(executor, function, pieces, PIECES_AHEAD * workers)


class RunPieces(Protocol):
    """Gives the function of every piece, one after another."""

    def __call__(self, function: Callable[[Piece], Result], pieces: Iterable[Piece], /) -> Iterator[Result]: ...


@contextmanager
def open_workers(jobs: int) -> Iterator[RunPieces]:
    """Workers for work without an end: it begins when a result is wanted, and little is done in advance."""
    if jobs <= 1:
        yield map
        return
    with start_processes(jobs) as (executor, workers):
        yield lambda function, pieces: _in_order(executor, function, pieces, workers)


def _in_order(
    executor: Executor, function: Callable[[Piece], Result], pieces: Iterable[Piece], ahead: int
) -> Iterator[Result]:
    waiting: deque[Future[Result]] = deque()
    for piece in pieces:
        waiting.append(executor.submit(function, piece))
        if len(waiting) > ahead:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


@contextmanager
def start_processes(jobs: int) -> Iterator[tuple[Executor, int]]:
    """Processes on this machine. Ctrl-C ends them at once and silently: unfinished work has no value."""
    context = get_context("spawn")
    pool = ProcessPoolExecutor(jobs, context, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_DFL))
    try:
        yield pool, jobs
    except BrokenProcessPool:
        raise ArenaError("arena.worker-died") from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def connect_cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """The workers of a Dask cluster. They must have the same version of this package."""
    if not ADDRESS.fullmatch(address):  # Dask itself is slow to notice
        raise ArenaError("arena.no-cluster", address=address, detail="tcp://HOST:PORT")
    try:
        from distributed import Client, KilledWorker
    except ImportError:
        raise ArenaError("arena.no-dask") from None
    try:
        client = Client(address, timeout=CLUSTER_SECONDS, set_as_default=False)
    except OSError as error:
        raise ArenaError("arena.no-cluster", address=address, detail=str(error)) from None
    with client:
        _check_workers(client, address)
        try:
            yield client.get_executor(pure=False), sum(client.nthreads().values())
        except (OSError, CancelledError, KilledWorker) as error:
            raise ArenaError("arena.cluster-died", address=address, detail=str(error)) from None


def _check_workers(client: Any, address: str) -> None:
    """Refuse a cluster without workers, or with another version of this package."""
    try:
        found = client.run(installed_version)
    except Exception as error:  # a worker without this package may raise anything
        raise ArenaError("arena.workers", worker=address, expected=installed_version(), got=str(error)) from None
    if not found:
        raise ArenaError("arena.no-workers", address=address)
    for worker, got in found.items():
        if got != installed_version():
            raise ArenaError("arena.workers", worker=worker, expected=installed_version(), got=got)


def installed_version() -> str:
    """The version of this package."""
    return version("reihum")
