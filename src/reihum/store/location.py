"""The location of a store: a file or a database that was named, else a file in the user's folder for data."""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from reihum.store.log import Log, LogSnapshot, StorageFailed

if TYPE_CHECKING:
    from reihum.store.postgres import PostgresLog


class Location(Struct, frozen=True):
    """Where a store is. ``data`` is a SQLite file, ``database`` the address of a PostgreSQL database; without either
    it is the default file."""

    data: str = ""
    database: str = ""

    def __str__(self) -> str:
        """The location for people, without the password of a database.

        >>> str(Location(database="postgresql://reihum:secret@db.example:5432/games"))
        'postgresql://db.example:5432/games'
        """
        return hide_secrets(self.database) if self.database else str(self.path)

    @property
    def path(self) -> Path:
        """The SQLite file."""
        return Path(self.data) if self.data else default_file()

    async def open(self) -> Log:
        """Open the store; make it if there is none."""
        if self.database:
            return await _open_postgres(self.database)
        from reihum.store.sqlite import SqliteLog

        return await SqliteLog.open(self.path)

    @asynccontextmanager
    async def open_snapshot(self) -> AsyncIterator[LogSnapshot]:
        """The contents of the store as of now, also while servers use it."""
        if self.database:
            log = await _open_postgres(self.database)
            try:
                async with log.open_snapshot() as snapshot:
                    yield snapshot
            finally:
                await log.close()
        else:
            from reihum.store.sqlite import open_snapshot

            async with open_snapshot(self.path) as snapshot:
                yield snapshot

    async def compact(self) -> tuple[int, int]:
        """Give the room of what was removed back to the disk; returns the bytes before and after."""
        if self.database:
            log = await _open_postgres(self.database)
            try:
                return await log.compact()
            finally:
                await log.close()
        from reihum.store.sqlite import compact

        if not self.path.exists():
            raise StorageFailed("storage-open", place=str(self.path), detail=os.strerror(errno.ENOENT))
        before = self.path.stat().st_size
        await compact(self.path)
        return before, self.path.stat().st_size


def default_file(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """The default file on this platform."""
    if platform == "win32":
        base = environment.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = environment.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "reihum" / "reihum.sqlite"


def hide_secrets(address: str) -> str:
    """The address of a database without its secrets."""
    return re.sub(r"(?<=//).*@|\?.*", "", address)


async def _open_postgres(address: str) -> PostgresLog:
    try:
        from reihum.store.postgres import PostgresLog
    except ModuleNotFoundError as error:
        if error.name != "asyncpg":
            raise
        raise StorageFailed("storage-extra") from None
    return await PostgresLog.open(address)
