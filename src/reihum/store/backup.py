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
from msgspec.structs import replace

from reihum.errors import ReihumError
from reihum.messages import Message
from reihum.store.log import Append, Log, LogSnapshot, PersonRow, StorageFailed
from reihum.store.sqlite import SqliteLog, open_snapshot
from reihum.store.sqlite_file import SqliteFile
from reihum.tables.admin_log import AdminLog
from reihum.tables.chain import DamagedLog, StoredEntry, verify_chain
from reihum.tables.circles import Circle
from reihum.tables.daily import Day
from reihum.tables.keys import ADMIN, CIRCLE, DAILY, PUSH, TABLE, TRANSFER
from reihum.tables.listings import has_digest, is_sound, make_listing
from reihum.tables.table import Table, load_table

TABLES_PER_BATCH = 64
"""The number of tables that are copied together."""

T = TypeVar("T")
Replay: TypeAlias = Callable[[str, Sequence[StoredEntry]], object]
"""Replays the entries of a table; raises an error if they cannot have happened."""

Progress: TypeAlias = Callable[[int, int], None]
"""Takes the number of steps done and the number of all steps."""


class Damage(Struct, frozen=True):
    """A damaged table or person, and what is wrong with it."""

    id: str
    message: Message


class BackupReport(Struct, frozen=True):
    """The numbers of what was copied or checked, what is damaged, and the tables whose listings alone are damaged."""

    tables: int = 0
    entries: int = 0
    people: int = 0
    damaged: tuple[Damage, ...] = ()
    listings: tuple[str, ...] = ()


def replay_entries(id: str, rows: Sequence[StoredEntry]) -> object:
    """The table, the circle or the day of these entries; a key for notices or a transfer has nothing to replay."""
    if id.startswith((PUSH, TRANSFER)):
        return None
    if id.startswith(ADMIN):
        return AdminLog().follow(rows)
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
    """Copy the source to a new file, then check the file. What is damaged is copied unchanged and reported, so that the
    rest can be saved."""
    if path.exists():
        raise StorageFailed("backup-exists", place=str(path))
    part = _part_of(path)
    first, second = _halve(progress)
    try:
        with _translate_errors(path):
            await _copy(source, part, first)
        async with open_snapshot(part) as written:
            report = await check(written, replay=replay, progress=second)
        report = replace(report, damaged=(*await _find_faults(source), *report.damaged))
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
    """Check a backup, then copy it into an empty store. If anything is damaged, nothing is written, unless it may be
    skipped."""
    await _must_be_empty(log)
    first, second = _halve(progress)
    async with open_snapshot(path) as source:
        found = await check(source, replay=replay, progress=first)
        if found.damaged and not skip_damaged:
            return BackupReport(damaged=found.damaged)
        damaged = {damage.id for damage in found.damaged}
        tables = [table for table in await source.tables() if table not in damaged]
        for done, group in _batches(tables):
            await asyncio.gather(*(_put(log, append) for append in await _read(source, group)))
            second(done, len(tables))
        people = [person for person in await source.people() if person.id not in damaged]
        for _, some in _batches(people):
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
    """Check every table of a store, its listing, every person, and what holds them together."""
    tables, people = await source.tables(), await source.people()
    damaged: list[Damage] = []
    listings: list[str] = []
    entries = 0
    for done, group in _batches(tables):
        appends = await source.read_tables(group)
        findings = await asyncio.to_thread(lambda: [_examine(append, replay) for append in appends])  # noqa: B023
        for append, (message, is_listing_wrong) in zip(appends, findings, strict=True):
            if message is not None:
                damaged.append(Damage(append.table, message))
            else:
                entries += len(append.rows)
                listings += [append.table] if is_listing_wrong else []
        progress(done, len(tables))
    lost = [Damage(row.id, Message("error.person-damaged", {"person": row.id})) for row in people if not row.is_sound]
    counts = len(tables) - len(damaged), entries, len(people) - len(lost)
    return BackupReport(*counts, (*await _find_faults(source), *damaged, *lost), tuple(listings))


async def _find_faults(source: LogSnapshot) -> list[Damage]:
    """The faults of a store that belong to no table."""
    return [
        Damage("", Message("error.storage-inconsistent", {"detail": fault})) for fault in await source.find_faults()
    ]


def _examine(append: Append, replay: Replay) -> tuple[Message | None, bool]:
    """What is wrong with a table, if anything is, and whether its listing is not the one that its log makes."""
    table, rows, listing = append.table, append.rows, append.listing
    try:
        verify_chain(table, rows)
        found = replay(table, rows)
    except ReihumError as error:
        return error.message, False
    except Exception as error:  # any nonsense may be written there; the other tables are still checked
        return Message("error.log-nonsense", {"table": table, "detail": str(error) or type(error).__name__}), False
    if listing is None or not isinstance(found, Table):
        return None, False
    # older versions made other listings, without a digest
    return None, not is_sound(table, listing) or (has_digest(listing) and listing != make_listing(found))


async def _copy(source: LogSnapshot, path: Path, progress: Progress) -> None:
    """Write a new file; it is synced once, at the end."""
    _remove(path)
    tables = await source.tables()
    file = await asyncio.to_thread(SqliteFile, path, writes=True, synchronous="OFF")
    try:
        for done, group in _batches(tables):
            await asyncio.to_thread(file.commit, await _read(source, group), ())
            progress(done, len(tables))
        await asyncio.to_thread(file.commit, (), await source.people())
        await asyncio.to_thread(file.complete)
    finally:
        file.close()


async def _read(source: LogSnapshot, tables: Sequence[str]) -> list[Append]:
    """Tables, with new listings for those whose listings are damaged and whose logs are not."""
    appends = await source.read_tables(tables)
    return await asyncio.to_thread(lambda: [_mend(append) for append in appends])


def _mend(append: Append) -> Append:
    table, listing = append.table, append.listing
    if table.startswith(TABLE) and listing is not None and not is_sound(table, listing):
        with suppress(Exception):  # the check of the copy reports a damaged log
            return replace(append, listing=make_listing(load_table(table, append.rows)))
    return append


async def _put(log: Log, append: Append) -> None:
    """Write a table, and check that the store has it."""
    await log.append(append.table, append.rows, append.listing)
    if await log.read(append.table) != append.rows:
        raise DamagedLog("log-digest", table=append.table, seq=1)


async def _put_person(log: Log, person: PersonRow) -> None:
    await log.add_person(person.id, person.secret_hash, person.made_ms)
    await log.touch_person(person.id, person.seen_ms)


async def _must_be_empty(log: Log) -> None:
    async with log.open_snapshot() as there:
        if await there.tables() or await there.people():
            raise StorageFailed("restore-not-empty")


def _halve(progress: Progress) -> tuple[Progress, Progress]:
    """The progress of the first half of some work, and of the second."""
    return lambda done, total: progress(done, 2 * total), lambda done, total: progress(total + done, 2 * total)


def _batches(items: Sequence[T]) -> Iterator[tuple[int, Sequence[T]]]:
    """Batches, each with the number of items up to its end."""
    for start in range(0, len(items), TABLES_PER_BATCH):
        batch = items[start : start + TABLES_PER_BATCH]
        yield start + len(batch), batch


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
