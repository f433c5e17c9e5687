"""Where everything is kept: in the file or the database that was named, else in the user's own folder for data."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from msgspec import Struct

from reihum.store.log import Log, Snapshot, StorageFailed


class Location(Struct, frozen=True):
    """A store by its name. ``data`` is a SQLite file, ``database`` the address of a PostgreSQL database; without
    either it is the usual file."""

    data: str = ""
    database: str = ""

    def __str__(self) -> str:
        """For people: without the password of a database.

        >>> str(Location(database="postgresql://reihum:secret@db.example:5432/games"))
        'postgresql://db.example:5432/games'
        """
        return without_secrets(self.database) if self.database else str(self.path)

    @property
    def path(self) -> Path:
        """The SQLite file."""
        return Path(self.data) if self.data else usual_file()

    async def open(self) -> Log:
        """The store itself; it is made if there is none."""
        if self.database:
            return await _postgres(self.database)
        from reihum.store.sqlite import SqliteLog

        return await SqliteLog.open(self.path)

    @asynccontextmanager
    async def look(self) -> AsyncIterator[Snapshot]:
        """What it holds now, also while servers use it."""
        if self.database:
            log = await _postgres(self.database)
            try:
                async with log.snapshot() as snapshot:
                    yield snapshot
            finally:
                await log.close()
        else:
            from reihum.store.sqlite import snapshot as look_at

            async with look_at(self.path) as snapshot:
                yield snapshot


def usual_file(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """Where everything is kept unless somebody says otherwise."""
    if platform == "win32":
        base = environment.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = environment.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "reihum" / "reihum.sqlite"


def without_secrets(address: str) -> str:
    """An address of a database as people may see it."""
    return re.sub(r"(?<=//).*@|\?.*", "", address)


async def _postgres(address: str) -> Log:
    try:
        from reihum.store.postgres import PostgresLog
    except ModuleNotFoundError as error:
        if error.name != "asyncpg":
            raise
        raise StorageFailed("storage-extra") from None
    return await PostgresLog.open(address)
