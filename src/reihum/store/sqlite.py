"""The log in one SQLite file. One thread writes, other threads read, so the event loop never waits for the disk.

Exactly one connection writes and checkpoints: SQLite before 3.51.3 could damage a file if two did so at the same time.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, ExitStack, asynccontextmanager, suppress
from pathlib import Path
from shutil import disk_usage
from typing import TypeVar

from reihum.store.log import PEOPLE_PER_BATCH, Append, PersonRow, StorageFailed, find_damaged
from reihum.store.sqlite_file import Connect, SqliteFile, connect, create, translate_error, translate_open_errors
from reihum.store.sqlite_writer import SqliteWriter
from reihum.tables.chain import StoredEntry
from reihum.tables.listings import Listing

READERS = 2

Value = TypeVar("Value")


class SqliteLog:
    """A store in one file, for one process; ``open`` opens it. It implements ``reihum.store.log.Log``."""

    def __init__(self, writer: SqliteWriter, readers: SqliteReaders, connect: Connect, held: ExitStack) -> None:
        self.path = readers.path
        self._writer = writer
        self._readers = readers
        self._connect = connect
        self._held = held

    @classmethod
    async def open(cls, path: Path | str, *, connect: Connect = connect, synchronous: str = "FULL") -> SqliteLog:
        """Open the store in this file, or make it. Raises an error if another process has it open.

        ``connect`` and ``synchronous`` are for tests: with less than FULL, a power cut costs acknowledged entries.
        """
        (first, *others), held = await asyncio.to_thread(_open_files, Path(path).resolve(), connect, synchronous)
        return cls(SqliteWriter(first), SqliteReaders(others), connect, held)

    async def append(self, table: str, rows: Sequence[StoredEntry], listing: Listing | None = None) -> None:
        await self._writer.do(Append(table, rows, listing))

    async def read(self, table: str, after: int = 0) -> list[StoredEntry]:
        return await self._readers.do(lambda file: file.read(table, after))

    async def find_listings(
        self,
        *,
        open: bool | None = None,
        person: str | None = None,
        after: tuple[int, str] | None = None,
        limit: int = 100,
    ) -> list[tuple[str, Listing]]:
        return await self._readers.do(lambda file: file.find_listings(open, person, after, limit))

    async def tables(self) -> list[str]:
        return await self._readers.do(SqliteFile.tables)

    async def find_unchanged(
        self, kind: str, before_ms: int, after: tuple[int, str] | None = None, limit: int = 100
    ) -> list[tuple[str, Listing]]:
        return await self._readers.do(lambda file: file.find_unchanged(kind, before_ms, after, limit))

    async def remove_table(self, table: str) -> None:
        await self._writer.do(lambda file: file.remove_table(table))

    async def count_tables(self) -> int:
        return await self._readers.do(SqliteFile.count_tables)

    async def count_people(self) -> int:
        return await self._readers.do(SqliteFile.count_people)

    async def add_person(self, id: str, secret_hash: bytes, at_ms: int) -> None:
        await self._writer.do(lambda file: file.add_person(PersonRow(id, secret_hash, at_ms, at_ms).seal()))

    async def find_person(self, secret_hash: bytes) -> PersonRow | None:
        return await self._readers.do(lambda file: file.find_person(secret_hash))

    async def replace_secret(self, id: str, secret_hash: bytes) -> None:
        await self._writer.do(lambda file: file.replace_secret(id, secret_hash))

    async def touch_person(self, id: str, at_ms: int) -> None:
        await self._writer.do(lambda file: file.touch_person(id, at_ms))

    async def last_visit(self) -> int | None:
        return await self._readers.do(SqliteFile.last_visit)

    async def forget_person(self, id: str) -> bool:
        return bool(await self._writer.do(lambda file: file.forget_person(id)))

    async def forget_unseen(self, before_ms: int) -> int:
        return int(await self._writer.do(lambda file: file.forget_unseen(before_ms)))

    async def check_quickly(self) -> list[str]:
        async with open_snapshot(self.path, self._connect) as snapshot:  # nobody waits for this reader
            return await snapshot.check_quickly()

    async def probe(self) -> None:
        await self._writer.do(SqliteFile.probe)

    def free_bytes(self) -> int | None:
        return disk_usage(self.path.parent).free

    def count_outages(self) -> int:
        return self._writer.outage.count

    def watch(self, heard: Callable[[str, int], None], missed: Callable[[], None]) -> None:
        """There is nothing to watch: no other process writes to this file."""

    async def announce(self, table: str, note: bytes) -> None:
        """There is nobody to tell: no other process listens."""

    def hear(self, heard: Callable[[str, bytes], None]) -> None:
        """There is nothing to hear: no other process announces anything."""

    def open_snapshot(self) -> AbstractAsyncContextManager[SqliteSnapshot]:
        return open_snapshot(self.path, self._connect)

    async def close(self) -> None:
        await self._writer.close()
        await self._readers.close()
        await asyncio.to_thread(self._held.close)


async def compact(path: Path) -> None:
    """Return free space to the disk. Raises an error if a server has the file open."""
    await asyncio.to_thread(_compact, path.resolve())


def _compact(path: Path) -> None:
    files, held = _open_files(path, connect, "FULL")
    with held, translate_open_errors(path):
        files[0].compact()


class SqliteReaders:
    """Connections that only read; one thread at a time uses each."""

    def __init__(self, files: Sequence[SqliteFile]) -> None:
        self.path = files[0].path
        self._idle = list(files)
        self._threads = ThreadPoolExecutor(len(files), "reihum-reader")

    async def do(self, job: Callable[[SqliteFile], Value]) -> Value:
        """The result of a job that reads the file."""
        try:
            reading = asyncio.get_running_loop().run_in_executor(self._threads, self._do, job)
        except RuntimeError:  # the pool of threads is closed
            raise StorageFailed("storage-closed") from None
        return await reading

    def _do(self, job: Callable[[SqliteFile], Value]) -> Value:
        file = self._idle.pop()  # there are as many connections as threads
        try:
            return job(file)
        except sqlite3.Error as error:
            raise translate_error(error) from error
        finally:
            self._idle.append(file)

    async def close(self) -> None:
        """Wait for the running jobs."""
        await asyncio.to_thread(self._threads.shutdown)


class SqliteSnapshot:
    """The contents of a file at one moment. It implements ``reihum.store.log.LogSnapshot``."""

    def __init__(self, reader: SqliteReaders) -> None:
        self._reader = reader

    async def tables(self) -> list[str]:
        return await self._reader.do(SqliteFile.tables)

    async def read_tables(self, tables: Sequence[str]) -> list[Append]:
        return await self._reader.do(lambda file: file.read_tables(tables))

    async def people(self) -> list[PersonRow]:
        return await self._reader.do(SqliteFile.people)

    async def find_listings(
        self, *, person: str | None = None, after: tuple[int, str] | None = None, limit: int = 100
    ) -> list[tuple[str, Listing]]:
        return await self._reader.do(lambda file: file.find_listings(None, person, after, limit))

    async def find_faults(self) -> list[str]:
        return await self._reader.do(SqliteFile.find_faults)

    async def check_quickly(self) -> list[str]:
        """What ``Log.check_quickly`` finds. Where the file cannot even be read, that is the fault."""
        faults: list[str] = []
        try:
            faults += await self._reader.do(lambda file: file.find_faults(quick=True))
            faults += [fault async for fault in self._check_people()]
        except StorageFailed as error:
            faults.append(str(error.__cause__ or error))
        return faults

    async def _check_people(self) -> AsyncIterator[str]:
        place = ""
        while people := await self._reader.do(lambda file: file.find_people(place, PEOPLE_PER_BATCH)):  # noqa: B023
            for fault in find_damaged(people):
                yield fault
            place = people[-1].id


@asynccontextmanager
async def open_snapshot(path: Path, connect: Connect = connect) -> AsyncIterator[SqliteSnapshot]:
    """The contents of a file as of now, whether or not a server has it open."""
    with ExitStack() as held:
        reader = SqliteReaders([await asyncio.to_thread(_open_reader, path, connect, held)])
        try:
            yield SqliteSnapshot(reader)
        finally:
            await reader.close()


def _open_files(path: Path, connect: Connect, synchronous: str) -> tuple[list[SqliteFile], ExitStack]:
    """The connection that writes, those that read, and the stack that closes them: the writer last, then the lock."""
    with ExitStack() as held, translate_open_errors(path):
        _lock_file(path, held)
        held.callback(_acquire_lock(path).close)
        files = [SqliteFile(path, connect, writes=True, synchronous=synchronous)]
        held.callback(files[0].close)
        for _ in range(READERS):
            files.append(SqliteFile(path, connect))
            held.callback(files[-1].close)
        return files, held.pop_all()


def _lock_file(path: Path, held: ExitStack) -> None:
    """Lock the store's own file, too, where the system can: somebody might delete the empty file beside it. SQLite does
    not use this kind of lock."""
    create(path)
    with suppress(ImportError):
        from fcntl import LOCK_EX, LOCK_NB, flock

        file = os.open(path, os.O_RDONLY)
        held.callback(os.close, file)
        try:
            flock(file, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            raise StorageFailed("storage-taken", place=str(path)) from None


def _acquire_lock(path: Path) -> sqlite3.Connection:
    """A lock that keeps other processes away until it is closed or this process ends, in whatever way.

    It is SQLite's lock on an empty file beside the store, so it works wherever the store does.
    """
    beside = path.with_name(path.name + ".lock")
    create(beside)
    lock = sqlite3.connect(beside, timeout=0, isolation_level=None, check_same_thread=False)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError:
        lock.close()
        raise StorageFailed("storage-taken", place=str(path)) from None
    return lock


def _open_reader(path: Path, connect: Connect, held: ExitStack) -> SqliteFile:
    """A connection that sees the file as it is now, until ``held`` is closed."""
    with translate_open_errors(path):
        file = SqliteFile(path, connect)
        held.callback(file.close)
        held.enter_context(file.hold_snapshot())
        return file
