"""News between server processes on one PostgreSQL database: which tables have grown, and short notes."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any

import msgspec

from reihum.store.postgres_database import ERRORS, Connection, Database, Pool

GROWN = "reihum_grown"
NOTES = "reihum_notes"
PARTS = "reihum_parts"

MAX_PART_BYTES = 4096
"""The size of a note that fits into one letter."""

MAX_LETTER_BYTES = 7000
"""The size limit of a letter; PostgreSQL carries up to 8,000 bytes."""

HEARTBEAT_SECONDS = 5.0
"""The time of silence after which the connection is tested: it may end without notice."""

RECONNECT_SECONDS = 0.2
"""The time between attempts to reconnect."""

TELL = "SELECT pg_notify($1, news) FROM unnest($2::text[]) AS news"

_grown = msgspec.json.Decoder(tuple[str, list[tuple[str, int]]])
_note = msgspec.json.Decoder(tuple[str, str, bytes])
_part = msgspec.json.Decoder(tuple[str, str, bytes, int])


class PostgresNews:
    """Hears the other processes and tells them what happens here; does not hear itself."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._origin = secrets.token_hex(8)
        self._heard: list[Callable[[str, int], None]] = []
        self._missed: list[Callable[[], None]] = []
        self._notes: list[Callable[[str, bytes], None]] = []
        self._parts: dict[tuple[str, str], bytes] = {}
        """What has come of a long note, by its sender and its table."""
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Start to listen."""
        connection = await self._connect()
        self._task = asyncio.create_task(self._listen(connection))

    async def close(self) -> None:
        """Stop listening."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    def watch(self, heard: Callable[[str, int], None], missed: Callable[[], None]) -> None:
        """Call one function whenever a table grows elsewhere, and another whenever news may have been missed."""
        self._heard.append(heard)
        self._missed.append(missed)

    def hear(self, heard: Callable[[str, bytes], None]) -> None:
        """Call a function whenever a note comes."""
        self._notes.append(heard)

    def report_missed(self) -> None:
        """Call the functions for missed news."""
        for call in self._missed:
            call()

    async def announce(self, pool: Pool, table: str, note: bytes) -> None:
        """Send a note: a long one in parts, which arrive one after another because one statement sends them."""
        if len(note) <= MAX_PART_BYTES:
            await pool.execute(TELL, NOTES, [msgspec.json.encode((self._origin, table, note)).decode()])
            return
        parts = [note[start : start + MAX_PART_BYTES] for start in range(0, len(note), MAX_PART_BYTES)]
        letters = [
            msgspec.json.encode((self._origin, table, part, len(parts) - number)).decode()
            for number, part in enumerate(parts, 1)
        ]
        await pool.execute(TELL, PARTS, letters)

    async def tell(self, connection: Connection, grown: Iterable[tuple[str, int]]) -> None:
        """Tell which tables have grown, in the transaction that makes them grow."""
        await connection.execute(TELL, GROWN, list(self._letters(grown)))

    def _letters(self, grown: Iterable[tuple[str, int]]) -> Iterator[str]:
        """The news in as few letters as possible."""
        items: list[tuple[str, int]] = []
        size = 0
        for table, seq in grown:
            size += len(table.encode()) + 30
            if size > MAX_LETTER_BYTES:
                yield self._letter(items)
                items, size = [], len(table.encode()) + 30
            items.append((table, seq))
        yield self._letter(items)

    def _letter(self, items: list[tuple[str, int]]) -> str:
        return msgspec.json.encode((self._origin, items)).decode()

    async def _connect(self) -> Connection:
        connection = await self._database.connect()
        await connection.add_listener(GROWN, self._on_grown)
        await connection.add_listener(NOTES, self._on_note)
        await connection.add_listener(PARTS, self._on_part)
        self._parts.clear()
        return connection

    async def _listen(self, connection: Connection) -> None:
        """Listen until cancelled; reconnect when the connection is lost."""
        while True:
            try:
                await self._wait_for_end(connection)
            finally:
                connection.terminate()
            connection = await self._reconnect()
            self.report_missed()

    async def _wait_for_end(self, connection: Connection) -> None:
        """Returns when the connection has ended."""
        ended = asyncio.Event()
        connection.add_termination_listener(lambda _: ended.set())
        with suppress(*ERRORS):
            while not (ended.is_set() or connection.is_closed()):
                try:
                    await asyncio.wait_for(ended.wait(), HEARTBEAT_SECONDS)
                except TimeoutError:
                    await connection.execute("SELECT 1", timeout=HEARTBEAT_SECONDS)

    async def _reconnect(self) -> Connection:
        while True:
            try:
                return await self._connect()
            except ERRORS:
                await asyncio.sleep(RECONNECT_SECONDS)

    def _on_grown(self, _connection: Any, _pid: int, _channel: str, letter: Any) -> None:
        origin, items = _grown.decode(letter)
        if origin != self._origin:
            for table, seq in items:
                for heard in self._heard:
                    heard(table, seq)

    def _on_note(self, _connection: Any, _pid: int, _channel: str, letter: Any) -> None:
        origin, table, note = _note.decode(letter)
        if origin != self._origin:
            for heard in self._notes:
                heard(table, note)

    def _on_part(self, _connection: Any, _pid: int, _channel: str, letter: Any) -> None:
        origin, table, part, left = _part.decode(letter)
        if origin == self._origin:
            return
        whole = self._parts.pop((origin, table), b"") + part
        if left:
            self._parts[origin, table] = whole
        else:
            for heard in self._notes:
                heard(table, whole)
