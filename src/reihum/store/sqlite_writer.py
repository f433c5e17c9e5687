"""The thread that writes to a SQLite file. All jobs that wait become durable in one commit."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, TypeAlias

from reihum.store.log import Append, Conflict, StorageFailed
from reihum.store.outages import Outage
from reihum.store.sqlite_file import SqliteFile, translate_error

MAX_WAITING_JOBS = 4096
"""The number of jobs in the queue; further callers wait until it is shorter."""

RETRY_SECONDS = 0.5
"""The time after a failed write until ``SqliteFile.touch`` is called."""

Job: TypeAlias = Append | Callable[[SqliteFile], Any]
"""Something to write: entries, or any other function of a file."""

Waiting: TypeAlias = tuple[Job, "asyncio.Future[Any]"]


class SqliteWriter:
    """Does jobs, one commit after another. A job that fails does not affect the others of its commit."""

    def __init__(self, file: SqliteFile) -> None:
        """Start the thread, which answers to the running event loop."""
        self._file = file
        self._loop = asyncio.get_running_loop()
        self._slots = asyncio.Semaphore(MAX_WAITING_JOBS)
        self._queue: SimpleQueue[Waiting | None] = SimpleQueue()
        self._closed = False
        self.outage = Outage()
        self._thread = Thread(target=self._work, name="reihum-writer", daemon=True)
        self._thread.start()

    async def do(self, job: Job) -> Any:
        """The result of a job, once it is on disk. Raises ``Conflict`` or ``StorageFailed`` if it could not be done."""
        async with self._slots:
            if self._closed:
                raise StorageFailed("storage-closed")
            done = self._loop.create_future()
            self._queue.put((job, done))
            return await done

    async def close(self) -> None:
        """Finish the jobs that were asked for."""
        if not self._closed:
            self._closed = True
            self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _work(self) -> None:
        """The thread: collect, commit, answer."""
        going_on = True
        while going_on:
            waiting = self._collect()
            going_on = None not in waiting
            batch = [item for item in waiting if item is not None]
            results = self._commit([job for job, _ in batch])
            if batch:
                answers = [(done, result) for (_, done), result in zip(batch, results, strict=True)]
                self._loop.call_soon_threadsafe(_answer, answers)

    def _collect(self) -> list[Waiting | None]:
        """All waiting jobs, at least one; none if the last commit failed and no new job comes."""
        waiting = []
        try:
            waiting.append(self._queue.get(timeout=RETRY_SECONDS if self.outage.lasts else None))
            while True:
                waiting.append(self._queue.get_nowait())
        except Empty:
            return waiting

    def _commit(self, jobs: Sequence[Job]) -> list[Any]:
        """The result or the error of each job. Either all are durable, or every result is an error."""
        try:
            results = self._together(jobs)
            self.outage.end()
        except Exception as error:
            failed = translate_error(error)
            self.outage.begin(failed)
            results = [failed for _ in jobs]
        return results

    def _together(self, jobs: Sequence[Job]) -> list[Any]:
        if not jobs:
            self._file.touch()
            return []
        try:
            with self._file.transaction():
                self._file.append([job for job in jobs if isinstance(job, Append)])
                return [None if isinstance(job, Append) else job(self._file) for job in jobs]
        except sqlite3.OperationalError:  # the disk
            raise
        except Exception:  # one of the jobs
            with self._file.transaction():
                return [self._alone(job) for job in jobs]

    def _alone(self, job: Job) -> Any:
        """The result or the error of one job."""
        try:
            with self._file.attempt():
                return self._file.append([job]) if isinstance(job, Append) else job(self._file)
        except sqlite3.OperationalError:
            raise
        except sqlite3.IntegrityError:
            return _conflict(job)
        except sqlite3.Error as error:
            return translate_error(error)
        except Exception as error:  # a value that SQLite cannot store
            return error


def _conflict(job: Job) -> Conflict:
    if isinstance(job, Append):
        return Conflict("conflict", table=job.table, seq=job.rows[0].seq)
    return Conflict("conflict-person")


def _answer(answers: Sequence[tuple[asyncio.Future[Any], Any]]) -> None:
    """In the event loop: one call for all jobs of a commit."""
    for done, result in answers:
        if done.done():  # the caller was cancelled
            continue
        if isinstance(result, Exception):
            done.set_exception(result)
        else:
            done.set_result(result)
