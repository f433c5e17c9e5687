"""A disk that can lose power, fill up and fail: a layer between SQLite and the real files.

What was written but not yet synced may be lost, whole or in part, when the power is cut.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import apsw
from msgspec import Struct

SECTOR = 512
EARLY_CHECKPOINT_PAGES = 12
"""The number of pages of 4 KB in the WAL before they go to the main file."""

Fault: TypeAlias = Callable[[], Exception]

_names = count(1)


def disk_full() -> Exception:
    """There is no space left."""
    return apsw.FullError("database or disk is full")


def io_error() -> Exception:
    """The disk does not do what it should."""
    return apsw.IOError("disk I/O error")


class Change(Struct, frozen=True):
    """A write that is not synced yet; without data it cuts the file off at the offset."""

    offset: int
    data: bytes | None

    def on(self, content: bytearray) -> None:
        """Apply it."""
        if self.data is None:
            del content[self.offset :]
            return
        content.extend(bytes(max(0, self.offset - len(content))))
        content[self.offset : self.offset + len(self.data)] = self.data

    def torn(self, dice: Random) -> Iterator[Change]:
        """What a power cut leaves of it: everything, nothing, or some sectors."""
        whole = dice.choice((True, False, None))
        if whole or self.data is None:
            yield from [self] if whole else []
        elif whole is None:
            for start in range(0, len(self.data), SECTOR):
                if dice.random() < 0.5:
                    yield Change(self.offset + start, self.data[start : start + SECTOR])


class Disk:
    """The files that SQLite opens through this disk.

    ``limit`` is the number of writes and syncs that still work; then ``fault`` comes, once or, if it ``lasts``, until
    it is taken away. ``cut`` writes what a power cut at this moment would leave.
    """

    def __init__(self) -> None:
        self.name = f"disk{next(_names)}"
        self.limit: int | None = None
        self.fault: Fault = io_error
        self.lasts = True
        self.failed = ""
        """What the fault interrupted: a kind of file, and a write, a sync or a truncation."""
        self._synced: dict[str, bytearray] = {}
        self._changes: dict[str, list[Change]] = {}
        self._vfs = _Vfs(self)

    def connect(self, path: Path, writes: bool) -> Connection:
        """As ``reihum.store.sqlite_file.connect``, with early checkpoints."""
        flags = apsw.SQLITE_OPEN_READWRITE if writes else apsw.SQLITE_OPEN_READONLY
        connection = apsw.Connection(str(path), flags=flags, vfs=self.name)
        if writes:
            connection.set_wal_hook(_checkpoint)
        return Connection(connection)

    def opened(self, path: str) -> None:
        """A file comes into use; what it holds is on the disk."""
        if path not in self._synced:
            file = Path(path)
            self._synced[path] = bytearray(file.read_bytes() if file.exists() else b"")
            self._changes[path] = []

    def changed(self, path: str, offset: int, data: bytes | None) -> None:
        """A write or a truncation; fails if it is time to."""
        self._count(path, "truncation" if data is None else "write")
        self._changes[path].append(Change(offset, data))

    def synced(self, path: str) -> None:
        """All changes of a file reach the disk, unless this fails."""
        self._count(path, "sync")
        for change in self._changes[path]:
            change.on(self._synced[path])
        self._changes[path].clear()

    def removed(self, path: str) -> None:
        """A file is gone."""
        self._synced.pop(path, None)
        self._changes.pop(path, None)

    def cut(self, dice: Random, folder: Path) -> None:
        """Write to a folder what is left after a power cut now."""
        for path, content in self._synced.items():
            left = bytearray(content)
            for change in self._changes[path]:
                for piece in change.torn(dice):
                    piece.on(left)
            (folder / Path(path).name).write_bytes(left)

    def _count(self, path: str, what: str) -> None:
        if self.limit is None:
            return
        if self.limit > 0:
            self.limit -= 1
            return
        if not self.lasts:
            self.limit = None
        self.failed = self.failed or f"{find_kind(path)} {what}"
        raise self.fault()


def find_kind(path: str) -> str:
    """What kind of file of SQLite this is."""
    kinds = {"-wal": "WAL", "-journal": "journal"}
    return next((kind for end, kind in kinds.items() if path.endswith(end)), "main file")


def _checkpoint(connection: apsw.Connection, database: str, pages: int) -> int:
    """As SQLite does it, only earlier: that a checkpoint fails does not matter to the commit before it."""
    if pages >= EARLY_CHECKPOINT_PAGES:
        with suppress(apsw.Error):
            connection.wal_checkpoint(database)
    return apsw.SQLITE_OK


class _Vfs(apsw.VFS):
    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        super().__init__(disk.name, "unix")

    def xOpen(self, name: Any, flags: list[int]) -> _File:  # noqa: N802 - SQLite's name
        return _File(self._disk, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        super().xDelete(filename, syncdir)
        self._disk.removed(filename)


class _File(apsw.VFSFile):
    def __init__(self, disk: Disk, name: Any, flags: list[int]) -> None:
        self._disk = disk
        self._path = name if isinstance(name, str) else name.filename()
        disk.opened(self._path)
        super().__init__("unix", name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        self._disk.changed(self._path, offset, bytes(data))
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        self._disk.changed(self._path, newsize, None)
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:  # noqa: N802
        self._disk.synced(self._path)


class Rows(Struct, frozen=True):
    """What a statement has found."""

    rows: list[Any]

    def fetchall(self) -> list[Any]:
        """All of it."""
        return self.rows


class Connection:
    """A connection of apsw that behaves and fails like one of ``sqlite3``."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        return self._connection.in_transaction

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> Rows:
        """Run a statement to its end."""
        with _as_sqlite3():
            return Rows(self._connection.execute(sql, tuple(values)).fetchall())

    def close(self) -> None:
        """Let go of the file; that the last checkpoint fails is nothing to complain about."""
        with suppress(apsw.Error):
            self._connection.close()


@contextmanager
def _as_sqlite3() -> Iterator[None]:
    try:
        yield
    except apsw.ConstraintError as error:
        raise sqlite3.IntegrityError(str(error)) from error
    except apsw.Error as error:
        told = sqlite3.OperationalError(str(error))
        told.sqlite_errorcode = sqlite3.SQLITE_FULL if isinstance(error, apsw.FullError) else sqlite3.SQLITE_IOERR
        raise told from error
