"""The log in a PostgreSQL database, which any number of server processes may share."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
from msgspec.structs import astuple, replace

from reihum.store.log import PEOPLE_PER_BATCH, Append, Conflict, PersonRow, StorageFailed, find_damaged
from reihum.store.postgres_database import Connection, Database, Pool, translate_errors
from reihum.store.postgres_news import PostgresNews
from reihum.store.postgres_writer import PostgresWriter
from reihum.tables.chain import StoredEntry
from reihum.tables.listings import Listing

READERS = 4

READ = "SELECT seq, data, digest FROM entries WHERE table_id = $1 AND seq > $2 ORDER BY seq"
LISTING = "SELECT table_id, open, people, data, changed FROM listings"
LISTED = f"""{LISTING}
WHERE ($1::boolean IS NULL OR open = $1) AND ($2::text IS NULL OR people @> ARRAY[$2])
    AND ($3::bigint IS NULL OR (-changed, table_id) > (-$3, $4::text COLLATE "C"))
ORDER BY changed DESC, table_id LIMIT $5"""
UNCHANGED = f"""{LISTING}
WHERE changed < $1 AND (changed, table_id) > ($2::bigint, $3::text COLLATE "C") AND starts_with(table_id, $4)
ORDER BY changed, table_id COLLATE "C" LIMIT $5"""
REMOVE = """
WITH removed AS (DELETE FROM listings WHERE table_id = $1)
DELETE FROM entries WHERE table_id = $1
"""
READ_TABLES = "SELECT table_id, seq, data, digest FROM entries WHERE table_id = ANY($1) ORDER BY table_id, seq"
PERSON = "SELECT id, secret_hash, made, seen, digest FROM people"
ADD_PERSON = "INSERT INTO people (id, secret_hash, made, seen, digest) VALUES ($1, $2, $3, $4, $5)"
UPDATE_PERSON = "UPDATE people SET secret_hash = $3, seen = $4, digest = $5 WHERE id = $1 AND digest = $2 RETURNING 1"
# Each table is found from the one before it, so this takes as long as there are tables, not entries.
TABLES = """
WITH RECURSIVE step(name) AS (
    SELECT min(table_id) FROM entries
    UNION ALL SELECT (SELECT min(table_id) FROM entries WHERE table_id > name) FROM step WHERE name IS NOT NULL
) SELECT name FROM step WHERE name IS NOT NULL
"""


class PostgresLog:
    """A store in a database; ``open`` opens it. It implements ``reihum.store.log.Log``."""

    def __init__(self, database: Database, pool: Pool, news: PostgresNews) -> None:
        self._database = database
        self._pool = pool
        self._news = news
        self._writer = PostgresWriter(database, news)

    @classmethod
    async def open(cls, address: str) -> PostgresLog:
        """Open the store at ``postgresql://user:password@host/database``, and make its schema if there is none."""
        database = Database(address)
        await database.prepare()
        with translate_errors():
            pool, news = await database.pool(READERS), PostgresNews(database)
            await news.open()
        return cls(database, pool, news)

    async def append(self, table: str, rows: Sequence[StoredEntry], listing: Listing | None = None) -> None:
        await self._writer.append(Append(table, rows, listing))

    async def read(self, table: str, after: int = 0) -> list[StoredEntry]:
        return [StoredEntry(*row) for row in await self._fetch(READ, table, after)]

    async def find_listings(
        self,
        *,
        open: bool | None = None,
        person: str | None = None,
        after: tuple[int, str] | None = None,
        limit: int = 100,
    ) -> list[tuple[str, Listing]]:
        changed, table = after or (None, None)
        return [_listing(row) for row in await self._fetch(LISTED, open, person, changed, table, limit)]

    async def tables(self) -> list[str]:
        return [name for (name,) in await self._fetch(TABLES)]

    async def find_unchanged(
        self, kind: str, before_ms: int, after: tuple[int, str] | None = None, limit: int = 100
    ) -> list[tuple[str, Listing]]:
        changed, table = after or (-1, "")
        return [_listing(row) for row in await self._fetch(UNCHANGED, before_ms, changed, table, kind, limit)]

    async def remove_table(self, table: str) -> None:
        await self._fetch(REMOVE, table)

    async def count_tables(self) -> int:
        return int((await self._fetch("SELECT count(*) FROM listings"))[0][0])

    async def count_people(self) -> int:
        return int((await self._fetch("SELECT count(*) FROM people"))[0][0])

    async def add_person(self, id: str, secret_hash: bytes, at_ms: int) -> None:
        try:
            row = PersonRow(id, secret_hash, at_ms, at_ms).seal()
            await self._fetch(ADD_PERSON, *astuple(row))
        except StorageFailed as error:
            if isinstance(error.__cause__, asyncpg.UniqueViolationError):
                raise Conflict("conflict-person") from None
            raise

    async def find_person(self, secret_hash: bytes) -> PersonRow | None:
        rows = await self._fetch(f"{PERSON} WHERE secret_hash = $1", secret_hash)
        return next((PersonRow(*row) for row in rows), None)

    async def replace_secret(self, id: str, secret_hash: bytes) -> None:
        while rows := await self._fetch(f"{PERSON} WHERE id = $1", id):
            if await self._update(PersonRow(*rows[0]), secret_hash=secret_hash):
                break

    async def touch_person(self, id: str, at_ms: int) -> None:
        rows = await self._fetch(f"{PERSON} WHERE id = $1 AND seen < $2", id, at_ms)
        for row in [PersonRow(*found) for found in rows]:
            if row.is_sound:
                await self._update(row, seen_ms=at_ms)

    async def _update(self, row: PersonRow, **changes: Any) -> bool:
        """Change a person; returns False if another process was faster."""
        new = replace(row, **changes).seal()
        return bool(await self._fetch(UPDATE_PERSON, row.id, row.digest, new.secret_hash, new.seen_ms, new.digest))

    async def last_visit(self) -> int | None:
        found: int | None = (await self._fetch("SELECT max(seen) FROM people"))[0][0]
        return found

    async def forget_person(self, id: str) -> bool:
        return bool(await self._fetch("DELETE FROM people WHERE id = $1 RETURNING 1", id))

    async def forget_unseen(self, before_ms: int) -> int:
        return len(await self._fetch("DELETE FROM people WHERE seen < $1 RETURNING 1", before_ms))

    async def check_quickly(self) -> list[str]:
        faults, after = [], ""
        while rows := await self._fetch(f"{PERSON} WHERE id > $1 ORDER BY id LIMIT {PEOPLE_PER_BATCH}", after):
            people = [PersonRow(*row) for row in rows]
            faults += find_damaged(people)
            after = people[-1].id
        return faults

    async def probe(self) -> None:
        await self._fetch("UPDATE version SET version = version")

    def free_bytes(self) -> int | None:
        return None

    async def compact(self) -> tuple[int, int]:
        """Give the room of what was removed back to the disk; returns the bytes before and after."""
        return await self._database.compact()

    def count_outages(self) -> int:
        return self._writer.outage.count

    def watch(self, heard: Callable[[str, int], None], missed: Callable[[], None]) -> None:
        self._news.watch(heard, missed)

    async def announce(self, table: str, note: bytes) -> None:
        with translate_errors():
            await self._news.announce(self._pool, table, note)

    def hear(self, heard: Callable[[str, bytes], None]) -> None:
        self._news.hear(heard)

    @asynccontextmanager
    async def open_snapshot(self) -> AsyncIterator[PostgresSnapshot]:
        with translate_errors():
            connection = await self._database.connect()
        try:
            snapshot = PostgresSnapshot(connection)
            await snapshot.begin()
            yield snapshot
        finally:
            connection.terminate()

    async def close(self) -> None:
        await self._writer.close()
        await self._news.close()
        await self._pool.close()

    async def _fetch(self, sql: str, *values: Any) -> list[asyncpg.Record]:
        with translate_errors():
            return await self._pool.fetch(sql, *values)


class PostgresSnapshot:
    """The contents of a database at one moment. It implements ``reihum.store.log.LogSnapshot``."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def begin(self) -> None:
        """Fix the moment: everything is read as of now."""
        await self._fetch("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        await self._fetch("SELECT 1")  # PostgreSQL fixes the snapshot at the first read

    async def tables(self) -> list[str]:
        return [name for (name,) in await self._fetch(TABLES)]

    async def read_tables(self, tables: Sequence[str]) -> list[Append]:
        entries: dict[str, list[StoredEntry]] = {table: [] for table in tables}
        for table, *row in await self._fetch(READ_TABLES, tables):
            entries[table].append(StoredEntry(*row))
        listings = dict(map(_listing, await self._fetch(f"{LISTING} WHERE table_id = ANY($1)", tables)))
        return [Append(table, rows, listings.get(table)) for table, rows in entries.items()]

    async def people(self) -> list[PersonRow]:
        return [PersonRow(*row) for row in await self._fetch(f"{PERSON} ORDER BY id")]

    async def find_listings(
        self, *, person: str | None = None, after: tuple[int, str] | None = None, limit: int = 100
    ) -> list[tuple[str, Listing]]:
        changed, table = after or (None, None)
        return [_listing(row) for row in await self._fetch(LISTED, None, person, changed, table, limit)]

    async def find_faults(self) -> list[str]:
        """Nothing: PostgreSQL has its own programs for that."""
        return []

    async def _fetch(self, sql: str, *values: Any) -> list[asyncpg.Record]:
        with translate_errors():
            return await self._connection.fetch(sql, *values)


def _listing(row: asyncpg.Record) -> tuple[str, Listing]:
    table, is_open, people, data, changed = row
    return table, Listing(is_open, tuple(people), data, changed)
