"""Backups: the contents of a store in one portable SQLite file. Every table is checked: its hash chain is followed, and
its log is replayed."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeAlias, TypeVar

from msgspec import Struct

from reihum.errors import ReihumError
from reihum.messages import Message
from reihum.store.log import Append, Log, LogSnapshot, PersonRow, StorageFailed
from reihum.store.sqlite import SqliteLog, open_snapshot
from reihum.store.sqlite_file import SqliteFile
from reihum.tables.chain import DamagedLog, StoredEntry, verify
from reihum.tables.circles import Circle
from reihum.tables.daily import Day
from reihum.tables.keys import CIRCLE, DAILY, PUSH, TABLE, TRANSFER
from reihum.tables.listings import Listing, has_digest, is_sound, make_listing
from reihum.tables.table import load_table

TABLES_PER_BATCH = 64
"""The number of tables that are copied together."""

T = TypeVar("T")
Replay: TypeAlias = Callable[[str, list[StoredEntry]], object]
"""Replays the entries of a table; raises an error if they cannot have happened."""

Progress: TypeAlias = Callable[[int, int], None]
"""Takes the number of steps done and the number of all steps."""


class DamagedTable(Struct, frozen=True):
    """A damaged table, and what is wrong with it."""

    table: str
    message: Message


class BackupReport(Struct, frozen=True):
    """The numbers of what was copied or checked, the damaged tables, and the tables whose listings alone are
    damaged."""

    tables: int = 0
    entries: int = 0
    people: int = 0
    damaged: tuple[DamagedTable, ...] = ()
    listings: tuple[str, ...] = ()


def replay_entries(id: str, rows: list[StoredEntry]) -> object:
    """The table, the circle or the day of these entries; a key for notices or a transfer has nothing to replay."""
    if id.startswith((PUSH, TRANSFER)):
        return None
    if not id.startswith((CIRCLE, DAILY)):
        return load_table(id, rows)
    found = Circle(id) if id.startswith(CIRCLE) else Day(id.removeprefix(DAILY))
    found.follow(rows)
    return found


def ignore_progress(done: int, total: int) -> None:
    """Show no progress."""


async def backup(
    source: LogSnapshot, path: Path, *, replay: Replay = replay_entries, progress: Progress = ignore_progress
) -> BackupReport:
    """Copy the source to a new file, then check the file. Damaged tables are copied unchanged and reported, so that the
    others can be saved."""
    if path.exists():
        raise StorageFailed("backup-exists", place=str(path))
    part = _part_of(path)
    tables = await source.tables()
    steps = _Steps(progress, 2 * len(tables))
    try:
        with _translate_errors(path):
            await _copy(source, tables, part, steps)
        async with open_snapshot(part) as written:
            report = await check(written, replay=replay, progress=lambda *_: steps.step())
        with _translate_errors(path):
            await asyncio.to_thread(_finish, part, path)
    finally:
        _remove(part)
    return report


async def restore(
    path: Path,
    log: Log,
    *,
    replay: Replay = replay_entries,
    progress: Progress = ignore_progress,
    skip_damaged: bool = False,
) -> BackupReport:
    """Check a backup, then copy it into an empty store. If a table is damaged, nothing is written, unless damaged
    tables may be skipped."""
    await _must_be_empty(log)
    async with open_snapshot(path) as source:
        tables = await source.tables()
        steps = _Steps(progress, 2 * len(tables))
        found = await check(source, replay=replay, progress=lambda *_: steps.step())
        if found.damaged and not skip_damaged:
            return BackupReport(damaged=found.damaged)
        damaged = {damage.table for damage in found.damaged}
        people = await source.people()
        for group in _batches([table for table in tables if table not in damaged]):
            appends = [await _read(source, table) for table in group]
            await asyncio.gather(*(_put(log, append) for append in appends))
            steps.step(len(group))
        for some in _batches(people):
            await asyncio.gather(*(_put_person(log, person) for person in some))
        return found


async def restore_file(
    path: Path,
    target: Path,
    *,
    replay: Replay = replay_entries,
    progress: Progress = ignore_progress,
    skip_damaged: bool = False,
) -> BackupReport:
    """Restore into a SQLite file that is new or empty. Afterwards it is complete, or as it was before."""
    if target.exists():
        there = await SqliteLog.open(target)
        try:
            await _must_be_empty(there)
        finally:
            await there.close()
    part = _part_of(target)
    try:
        _remove(part)
        log = await SqliteLog.open(part)
        try:
            report = await restore(path, log, replay=replay, progress=progress, skip_damaged=skip_damaged)
        finally:
            await log.close()
        if skip_damaged or not report.damaged:
            with _translate_errors(target):
                await asyncio.to_thread(_finish, part, target)
    finally:
        _remove(part)
    return report


async def check(
    source: LogSnapshot, *, replay: Replay = replay_entries, progress: Progress = ignore_progress
) -> BackupReport:
    """Check every table of a store, and its listing."""
    tables = await source.tables()
    damaged: list[DamagedTable] = []
    listings: list[str] = []
    entries = 0
    for number, table in enumerate(tables, 1):
        rows = await source.read(table)
        message = await asyncio.to_thread(_find_damage, table, rows, replay)
        if message is not None:
            damaged.append(DamagedTable(table, message))
        else:
            entries += len(rows)
            listings += [table] if await asyncio.to_thread(_is_wrong, table, rows, await source.listing(table)) else []
        progress(number, len(tables))
    people = len(await source.people())
    return BackupReport(len(tables) - len(damaged), entries, people, tuple(damaged), tuple(listings))


def _is_wrong(table: str, rows: list[StoredEntry], listing: Listing | None) -> bool:
    """Whether a table's listing is not the one that its log makes. Older versions made other ones, without a digest."""
    if listing is None or not table.startswith(TABLE):
        return False
    return not is_sound(table, listing) or (has_digest(listing) and listing != make_listing(load_table(table, rows)))


def _find_damage(table: str, rows: list[StoredEntry], replay: Replay) -> Message | None:
    """What is wrong with a table, if anything is."""
    try:
        verify(table, rows)
        replay(table, rows)
    except ReihumError as error:
        return error.message
    except Exception as error:  # any nonsense may be written there; the other tables are still checked
        return Message("error.log-nonsense", {"table": table, "detail": str(error) or type(error).__name__})
    return None


async def _copy(source: LogSnapshot, tables: Sequence[str], path: Path, steps: _Steps) -> None:
    """Write a new file; it is synced once, at the end."""
    _remove(path)
    file = await asyncio.to_thread(SqliteFile, path, writes=True, synchronous="OFF")
    try:
        for group in _batches(tables):
            appends = [await _read(source, table) for table in group]
            await asyncio.to_thread(file.commit, appends, ())
            steps.step(len(group))
        await asyncio.to_thread(file.commit, (), await source.people())
        await asyncio.to_thread(file.complete)
    finally:
        file.close()


async def _read(source: LogSnapshot, table: str) -> Append:
    """A table, with a new listing if the old one is damaged and the log is not."""
    rows, listing = await source.read(table), await source.listing(table)
    if table.startswith(TABLE) and listing is not None and not is_sound(table, listing):
        with suppress(Exception):  # the check of the copy reports a damaged log
            listing = make_listing(await asyncio.to_thread(load_table, table, rows))
    return Append(table, rows, listing)


async def _put(log: Log, append: Append) -> None:
    """Write a table, and check that the store has it."""
    await log.append(append.table, append.rows, append.listing)
    if await log.read(append.table) != append.rows:
        raise DamagedLog("log-digest", table=append.table, seq=1)


async def _put_person(log: Log, person: PersonRow) -> None:
    await log.add_person(person.id, person.secret_hash, person.made)
    await log.touch_person(person.id, person.seen)


async def _must_be_empty(log: Log) -> None:
    async with log.open_snapshot() as there:
        if await there.tables() or await there.people():
            raise StorageFailed("restore-not-empty")


class _Steps:
    def __init__(self, progress: Progress, total: int) -> None:
        self._progress = progress
        self._total = total
        self._done = 0

    def step(self, count: int = 1) -> None:
        self._done += count
        self._progress(self._done, self._total)


def _batches(items: Sequence[T]) -> Iterator[Sequence[T]]:
    for start in range(0, len(items), TABLES_PER_BATCH):
        yield items[start : start + TABLES_PER_BATCH]


@contextmanager
def _translate_errors(path: Path) -> Iterator[None]:
    """Translate the errors of the file that is written."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        detail = error.strerror if isinstance(error, OSError) else str(error)
        raise StorageFailed("backup-write", place=str(path), detail=detail or str(error)) from error


def _part_of(path: Path) -> Path:
    """The path of a file that is not complete yet."""
    return path.with_name(f".{path.name}.part")


def _finish(part: Path, path: Path) -> None:
    """Sync a complete file and put it in its place."""
    with part.open("rb") as file:
        os.fsync(file.fileno())
    part.replace(path)
    if hasattr(os, "O_DIRECTORY"):  # other platforms cannot sync a folder, and need not
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _remove(part: Path) -> None:
    """Remove a file, if there is one, with the files that SQLite has put beside it."""
    for ending in ("", "-wal", "-shm", "-journal", ".lock"):
        with suppress(OSError):
            part.with_name(part.name + ending).unlink()
