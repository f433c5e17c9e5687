"""Appends to a PostgreSQL database. All appends that wait become durable in one transaction."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

import asyncpg

from reihum.store.log import Append, Conflict, StorageFailed
from reihum.store.outages import Outage
from reihum.store.postgres_database import AWAY, ERRORS, Connection, Database, translate_error
from reihum.store.postgres_news import PostgresNews
from reihum.tables.listings import Listing

MAX_WAITING_APPENDS = 4096
"""The number of appends in the queue; further callers wait until it is shorter."""

WRITE_TIMEOUT_SECONDS = 3.0
"""The time to wait for one command. A connection that hangs is then given up, so that a database that is back is used
again within five seconds, the time to connect included."""

ADD = """
INSERT INTO entries (table_id, seq, data, digest)
SELECT * FROM unnest($1::text[], $2::bigint[], $3::bytea[], $4::bytea[])
ON CONFLICT DO NOTHING RETURNING table_id, seq
"""
PUT_LISTING = """
INSERT INTO listings (table_id, open, people, data, changed) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (table_id) DO UPDATE
SET open = excluded.open, people = excluded.people, data = excluded.data, changed = excluded.changed
"""

Waiting: TypeAlias = tuple[Append, "asyncio.Future[None]"]
Key: TypeAlias = tuple[str, int]
Do: TypeAlias = Callable[[Connection, Sequence[Append]], Awaitable[list[Exception | None]]]


class PartialConflict(Exception):
    """Some entries of an append were there and others were not, so the transaction must not be committed."""


class PostgresWriter:
    """Does appends, one transaction after another. A conflict does not affect the others of its transaction."""

    def __init__(self, database: Database, news: PostgresNews) -> None:
        self._database = database
        self._news = news
        self._connection: Connection | None = None
        self._unsure = False
        self.outage = Outage()
        self._slots = asyncio.Semaphore(MAX_WAITING_APPENDS)
        self._queue: asyncio.Queue[Waiting | None] = asyncio.Queue()
        self._closed = False
        self._task = asyncio.create_task(self._work())

    async def append(self, append: Append) -> None:
        """Write an append; it is on disk on return. Raises ``Conflict`` or ``StorageFailed`` if it could not be
        written."""
        async with self._slots:
            if self._closed:
                raise StorageFailed("storage-closed")
            done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._queue.put_nowait((append, done))
            await done

    async def close(self) -> None:
        """Finish the appends that were asked for."""
        if not self._closed:
            self._closed = True
            self._queue.put_nowait(None)
        await self._task
        if self._connection is not None:
            self._connection.terminate()

    async def _work(self) -> None:
        later: list[Waiting] = []
        going_on = True
        while going_on or later:
            fresh = await self._collect(wait=not later)
            going_on = going_on and None not in fresh
            batch, later = _apart([*later, *(item for item in fresh if item is not None)])
            results = await self._commit([append for append, _ in batch])
            for (_, done), result in zip(batch, results, strict=True):
                _answer(done, result)

    async def _collect(self, wait: bool) -> list[Waiting | None]:
        """All waiting appends; at least one if ``wait``."""
        waiting = [await self._queue.get()] if wait else []
        while not self._queue.empty():
            waiting.append(self._queue.get_nowait())
        return waiting

    async def _commit(self, appends: Sequence[Append]) -> list[Exception | None]:
        """The error of each append, or None if it is durable."""
        try:
            try:
                results = await self._transaction(self._together, appends)
            except (PartialConflict, asyncpg.PostgresError) as error:
                if isinstance(error, AWAY):
                    raise
                results = await self._transaction(self._one_by_one, appends)
        except ERRORS as error:
            failed = translate_error(error)
            self.outage.begin(failed)
            return [failed for _ in appends]
        self.outage.end()
        return results

    async def _transaction(self, do: Do, appends: Sequence[Append], again: bool = True) -> list[Exception | None]:
        """Do the appends and commit. What fails before the commit is tried once more: the connection may have been lost
        while it was idle."""
        connection = await self._connect()
        try:
            async with connection.transaction():
                results = await do(connection, appends)
                self._unsure = True  # if the connection is lost from here on, nobody knows what happened
            self._unsure = False
            return results
        except (*AWAY, asyncpg.DeadlockDetectedError):
            connection.terminate()
            if self._unsure or not again:
                raise
        return await self._transaction(do, appends, again=False)

    async def _connect(self) -> Connection:
        if self._connection is None or self._connection.is_closed():
            self._connection = await self._database.connect(WRITE_TIMEOUT_SECONDS)
            if self._unsure:
                self._unsure = False
                self._news.report_missed()
        return self._connection

    async def _together(self, connection: Connection, appends: Sequence[Append]) -> list[Exception | None]:
        """All appends at once."""
        added = await self._add(connection, appends)
        results: list[Exception | None] = [_result(append, added) for append in appends]
        done = [append for append, error in zip(appends, results, strict=True) if error is None]
        await self._list(connection, {append.table: append.listing for append in done if append.listing is not None})
        await self._news.tell(connection, [(append.table, append.rows[-1].seq) for append in done if append.rows])
        return results

    async def _one_by_one(self, connection: Connection, appends: Sequence[Append]) -> list[Exception | None]:
        """Each append in its own savepoint, so that its error affects no other."""
        results: list[Exception | None] = []
        for append in appends:
            try:
                async with connection.transaction():
                    results += await self._together(connection, [append])
            except PartialConflict:
                results.append(_conflict(append))
            except (*AWAY, asyncpg.DeadlockDetectedError):
                raise
            except asyncpg.PostgresError as error:
                results.append(translate_error(error))
        return results

    async def _add(self, connection: Connection, appends: Sequence[Append]) -> set[Key]:
        """Add the entries that are not there yet, and return their keys. They are sorted, so that processes which add
        to the same tables do not deadlock."""
        rows = sorted((append.table, row.seq, row.data, row.digest) for append in appends for row in append.rows)
        columns = [[row[column] for row in rows] for column in range(4)]
        return {(table, seq) for table, seq in await connection.fetch(ADD, *columns)}

    async def _list(self, connection: Connection, listings: dict[str, Listing]) -> None:
        rows = [(table, row.open, row.people, row.data, row.changed_ms) for table, row in sorted(listings.items())]
        if rows:
            await connection.executemany(PUT_LISTING, rows)


def _apart(waiting: Sequence[Waiting]) -> tuple[list[Waiting], list[Waiting]]:
    """The appends that one statement can add, and those that want a number another one wants already."""
    wanted: set[Key] = set()
    now: list[Waiting] = []
    later: list[Waiting] = []
    for item in waiting:
        keys = _keys(item[0])
        (now if wanted.isdisjoint(keys) else later).append(item)
        wanted |= keys
    return now, later


def _keys(append: Append) -> set[Key]:
    return {(append.table, row.seq) for row in append.rows}


def _result(append: Append, added: set[Key]) -> Conflict | None:
    keys = _keys(append)
    if keys <= added:
        return None
    if keys & added:
        raise PartialConflict
    return _conflict(append)


def _conflict(append: Append) -> Conflict:
    return Conflict("conflict", table=append.table, seq=append.rows[0].seq)


def _answer(done: asyncio.Future[None], error: Exception | None) -> None:
    if done.done():  # the caller was cancelled
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)
