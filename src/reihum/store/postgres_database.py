"""A PostgreSQL database as a store: its connections, its schema, and the translation of its errors."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeAlias

import asyncpg

from reihum.store.location import hide_secrets
from reihum.store.log import PersonRow, StorageFailed

VERSION = 2
CONNECT_TIMEOUT_SECONDS = 2
"""The time to wait for a connection."""

COMMAND_TIMEOUT_SECONDS = 10
"""The time to wait for the answer to one command."""

COMPACT_TIMEOUT_SECONDS = 24 * 3600
"""The time for compaction."""

SCHEMA_LOCK = 0x52656968
"""The lock for making the schema, so that many processes may start at once."""

SCHEMA = """
CREATE TABLE version (version integer NOT NULL);

CREATE TABLE entries (
    table_id text COLLATE "C" NOT NULL, seq bigint NOT NULL, data bytea NOT NULL, digest bytea NOT NULL,
    PRIMARY KEY (table_id, seq)
);

CREATE TABLE listings (
    table_id text COLLATE "C" PRIMARY KEY, open boolean NOT NULL, people text[] NOT NULL, data bytea NOT NULL,
    changed bigint NOT NULL
);
CREATE INDEX listings_by_time ON listings (changed);
CREATE INDEX listings_open ON listings (open, changed);
CREATE INDEX listings_by_person ON listings USING gin (people);

CREATE TABLE people (
    id text COLLATE "C" PRIMARY KEY, secret_hash bytea NOT NULL UNIQUE, made bigint NOT NULL, seen bigint NOT NULL,
    digest bytea NOT NULL DEFAULT ''
);
CREATE INDEX people_by_time ON people (seen);
"""

SIZE = """
SELECT sum(pg_total_relation_size(oid))::bigint FROM pg_class
WHERE relnamespace = 'reihum'::regnamespace AND relkind = 'r'
"""
EXPECTED = "postgresql://user:password@host/database"

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"
Pool: TypeAlias = "asyncpg.Pool[asyncpg.Record]"

AWAY = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InvalidAuthorizationSpecificationError,
)
"""Errors after which a connection cannot be used any more."""

ERRORS = (*AWAY, asyncpg.PostgresError)
SETTINGS = {"search_path": "reihum", "synchronous_commit": "on", "application_name": "reihum"}


def translate_error(error: BaseException) -> StorageFailed:
    """An error of PostgreSQL for players: without an address."""
    if isinstance(error, AWAY):
        return StorageFailed("storage-away")
    if isinstance(error, asyncpg.DiskFullError):
        return StorageFailed("storage-full")
    return StorageFailed("storage", detail=str(error))


@contextmanager
def translate_errors() -> Iterator[None]:
    """Raise ``StorageFailed`` for an error of PostgreSQL."""
    try:
        yield
    except ERRORS as error:
        raise translate_error(error) from error


async def _leave_as_it_is(_: Connection) -> None:
    """Our single statements leave nothing behind. The usual reset would cost one more round trip after each."""


class Database:
    """The database of a store; ``address`` is ``postgresql://user:password@host/database``."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.place = hide_secrets(address)

    async def connect(self, command_seconds: float = COMMAND_TIMEOUT_SECONDS) -> Connection:
        """A new connection, whose commands may take some seconds."""
        return await asyncpg.connect(
            self.address,
            timeout=CONNECT_TIMEOUT_SECONDS,
            command_timeout=command_seconds,
            server_settings=SETTINGS,
        )

    async def pool(self, size: int) -> Pool:
        """A pool of connections."""
        return await asyncpg.create_pool(
            self.address,
            min_size=1,
            max_size=size,
            timeout=CONNECT_TIMEOUT_SECONDS,
            command_timeout=COMMAND_TIMEOUT_SECONDS,
            server_settings=SETTINGS,
            reset=_leave_as_it_is,
        )

    async def prepare(self) -> None:
        """Make the schema if there is none; check that its version is known."""
        try:
            connection = await self.connect()
            try:
                async with connection.transaction():
                    await self._prepare(connection)
            finally:
                await connection.close(timeout=CONNECT_TIMEOUT_SECONDS)
        except ValueError:  # the error's text may contain the password
            raise StorageFailed("storage-address", expected=EXPECTED) from None
        except ERRORS as error:
            raise StorageFailed("storage-open", place=self.place, detail=str(error) or type(error).__name__) from error

    async def compact(self) -> tuple[int, int]:
        """Give the room of what was removed back to the disk; servers wait meanwhile. Returns the bytes before and
        after."""
        with translate_errors():
            connection = await self.connect()
            try:
                before = await connection.fetchval(SIZE)
                for table in ("entries", "listings", "people"):
                    await connection.execute(f"VACUUM FULL ANALYZE {table}", timeout=COMPACT_TIMEOUT_SECONDS)
                return before, await connection.fetchval(SIZE)
            finally:
                connection.terminate()

    async def _prepare(self, connection: Connection) -> None:
        await connection.execute("SELECT pg_advisory_xact_lock($1)", SCHEMA_LOCK)
        await connection.execute("CREATE SCHEMA IF NOT EXISTS reihum")
        if await connection.fetchval("SELECT to_regclass('reihum.version')") is None:
            await connection.execute(SCHEMA)
            await connection.execute("INSERT INTO version VALUES ($1)", VERSION)
        version = await connection.fetchval("SELECT version FROM version")
        if version > VERSION:
            raise StorageFailed("storage-newer", place=self.place, expected=VERSION, got=version)
        if version == 1:
            await self._add_digests(connection)

    async def _add_digests(self, connection: Connection) -> None:
        """Change the schema from format 1, in which people had no digests."""
        await connection.execute("ALTER TABLE people ADD COLUMN digest bytea NOT NULL DEFAULT ''")
        people = [
            PersonRow(*row).seal() for row in await connection.fetch("SELECT id, secret_hash, made, seen FROM people")
        ]
        digests = [(row.id, row.digest) for row in people]
        await connection.executemany("UPDATE people SET digest = $2 WHERE id = $1", digests)
        await connection.execute("UPDATE version SET version = $1", VERSION)
