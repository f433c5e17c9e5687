"""The log in a browser's IndexedDB, which all tabs of a site share."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from reihum.browser.database import (
    CONFLICT,
    FULL,
    BrowserDatabase,
    EntryRow,
    Key,
    ListingRow,
    Query,
    SettingRow,
    StoredPerson,
    WriteStep,
)
from reihum.browser.news import News
from reihum.store.log import Append, Conflict, PersonRow, StorageFailed
from reihum.tables.chain import StoredEntry
from reihum.tables.listings import Listing

MAX_SEQ = 2**53 - 1
"""The largest number that JavaScript counts to without mistakes."""

ANY: list[Any] = []
"""As the last part of a bound, this is greater than every number and every text."""

BATCH_SIZE = 100
"""How many listings are read at once."""

PROBE = "probe"
"""The name of the setting that is written to find out whether anything can be."""

Contents: TypeAlias = tuple[list[EntryRow], list[ListingRow], list[StoredPerson]]
Row = TypeVar("Row")
Value = TypeVar("Value")


class IndexedLog:
    """A store in a browser. It implements ``reihum.store.log.Log``."""

    def __init__(self, database: BrowserDatabase) -> None:
        self._database = database
        self._news = News(database)
        self._running: set[asyncio.Future[Any]] = set()
        self._closed = False

    async def append(self, table: str, rows: Sequence[StoredEntry], listing: Listing | None = None) -> None:
        if any(row.seq > MAX_SEQ for row in rows):
            raise StorageFailed("storage", detail="the number of an entry is too large")
        steps = [WriteStep("add", "entries", EntryRow.make(table, row)) for row in rows]
        if listing is not None:
            steps.append(WriteStep("replace", "listings", ListingRow.make(table, listing)))
        if steps and not await self._write(steps):
            raise Conflict("conflict", table=table, seq=rows[0].seq)
        if rows:
            self._news.tell_grown(table, rows[-1].seq)

    async def read(self, table: str, after: int = 0) -> list[StoredEntry]:
        rows = await self._read(EntryRow, Query("entries", after=[table, after], before=[table, ANY]))
        return [row.entry for row in rows]

    async def find_listings(
        self,
        *,
        open: bool | None = None,
        person: str | None = None,
        after: tuple[int, str] | None = None,
        limit: int = 100,
    ) -> list[tuple[str, Listing]]:
        head: list[Key] = [] if person is None else [person]
        index = "newest" if person is None else "members"
        if person is None and open is not None:
            head, index = [int(open)], "opened"
        found: list[tuple[str, Listing]] = []
        place = [-after[0], after[1]] if after else []
        while len(found) < limit:
            bounds = Query("listings", index, after=head + place, before=[*head, ANY], limit=BATCH_SIZE)
            rows = await self._read(ListingRow, bounds)
            found += [(row.key, row.listing) for row in rows if open in (None, row.open)]
            if len(rows) < BATCH_SIZE:
                break
            place = list(rows[-1].newest)
        return found[:limit]

    async def tables(self) -> list[str]:
        found: list[str] = []
        bound: Key = []
        while rows := await self._read(EntryRow, Query("entries", after=bound, limit=1)):
            found.append(rows[0].key[0])
            bound = [found[-1], ANY]
        return found

    async def find_unchanged(
        self, kind: str, before_ms: int, after: tuple[int, str] | None = None, limit: int = 100
    ) -> list[tuple[str, Listing]]:
        bounds = Query("listings", "oldest", after=list(after or ()), before=[before_ms])
        rows = await self._read(ListingRow, bounds)
        return [(row.key, row.listing) for row in rows if row.key.startswith(kind)][:limit]

    async def remove_table(self, table: str) -> None:
        entries = WriteStep("remove", "entries", after=[table], before=[table, ANY])
        await self._write([entries, WriteStep("remove", "listings", key=table)])

    async def count_tables(self) -> int:
        return await self._run(lambda: self._database.count("listings"))

    async def count_people(self) -> int:
        return await self._run(lambda: self._database.count("people"))

    async def check_quickly(self) -> list[str]:
        return []  # the browser does not let anybody check, and one device has few people

    # --- people ---

    async def add_person(self, id: str, secret_hash: bytes, at_ms: int) -> None:
        row = StoredPerson.make(PersonRow(id, secret_hash, at_ms, at_ms).seal())
        if not await self._write([WriteStep("add", "people", row)]):
            raise Conflict("conflict-person")

    async def find_person(self, secret_hash: bytes) -> PersonRow | None:
        rows = await self._read(StoredPerson, Query("people", "secret_hash", key=secret_hash))
        return rows[0].person if rows else None

    async def replace_secret(self, id: str, secret_hash: bytes) -> None:
        while row := await self._find(id):
            if await self._update(row, secret_hash=secret_hash):
                return

    async def touch_person(self, id: str, at_ms: int) -> None:
        row = await self._find(id)
        if row is not None and row.seen_ms < at_ms and row.is_sound:
            await self._update(row, seen_ms=at_ms)

    async def _find(self, id: str) -> PersonRow | None:
        rows = await self._read(StoredPerson, Query("people", key=id))
        return rows[0].person if rows else None

    async def _update(self, row: PersonRow, **changes: Any) -> bool:
        """Change a person; returns False if another tab was faster."""
        new = StoredPerson.make(replace(row, **changes).seal())
        unchanged = WriteStep("require", "people", key=row.id, name="digest", value=row.digest)
        return await self._write([unchanged, WriteStep("replace", "people", new)])

    async def last_visit(self) -> int | None:
        rows = await self._read(StoredPerson, Query("people", "seen", last=True))
        return rows[0].seen_ms if rows else None

    async def forget_person(self, id: str) -> bool:
        known = await self._find(id) is not None
        await self._write([WriteStep("remove", "people", key=id)])
        return known

    async def forget_unseen(self, before_ms: int) -> int:
        rows = await self._read(StoredPerson, Query("people", "seen", before=before_ms))
        if rows:
            await self._write([WriteStep("remove", "people", key=row.key) for row in rows])
        return len(rows)

    # --- this device ---

    async def get_setting(self, name: str) -> str:
        """What this device remembers under a name; an empty text if there is nothing."""
        rows = await self._read(SettingRow, Query("settings", key=name))
        return rows[0].value if rows else ""

    async def put_setting(self, name: str, value: str, *, is_new: bool = False) -> bool:
        """Remember something. With ``is_new`` nothing is replaced; returns False if something was there."""
        return await self._write([WriteStep("add" if is_new else "replace", "settings", SettingRow(name, value))])

    async def probe(self) -> None:
        await self.put_setting(PROBE, "")

    def free_bytes(self) -> int | None:
        return None

    def count_outages(self) -> int:
        return 0  # a page has no operator who would read it

    # --- other tabs ---

    def watch(self, heard: Callable[[str, int], None], missed: Callable[[], None]) -> None:
        self._news.watch(heard)

    async def announce(self, table: str, note: bytes) -> None:
        self._news.tell_note(table, note)

    def hear(self, heard: Callable[[str, bytes], None]) -> None:
        self._news.hear(heard)

    @asynccontextmanager
    async def open_snapshot(self) -> AsyncIterator[IndexedSnapshot]:
        queries = msgspec.json.encode([Query("entries"), Query("listings"), Query("people")]).decode()
        answer = await self._run(lambda: self._database.read(queries))
        yield IndexedSnapshot(*msgspec.json.decode(answer, type=Contents))

    async def close(self) -> None:
        if not self._closed:
            self._closed = True
            await asyncio.gather(*self._running, return_exceptions=True)
            self._database.close()

    # --- the database ---

    async def _read(self, kind: type[Row], query: Query) -> list[Row]:
        queries = msgspec.json.encode([query]).decode()
        answer = await self._run(lambda: self._database.read(queries))
        return msgspec.json.decode(answer, type=tuple[list[kind]])[0]  # type: ignore[valid-type]

    async def _write(self, steps: Sequence[WriteStep]) -> bool:
        """Carry out some steps together; returns False, and changes nothing, if one of them is not possible."""
        text = msgspec.json.encode(steps).decode()
        error = await self._run(lambda: self._database.write(text))
        if error and error != CONFLICT:
            raise StorageFailed("storage-full") if error == FULL else StorageFailed("storage", detail=error)
        return not error

    async def _run(self, work: Callable[[], Awaitable[Value]]) -> Value:
        """Wait for the database. What is begun goes on, though its caller may have gone."""
        if self._closed:
            raise StorageFailed("storage-closed")
        running = asyncio.ensure_future(work())
        self._running.add(running)
        running.add_done_callback(self._running.discard)
        try:
            return await asyncio.shield(running)
        except Exception as error:
            raise StorageFailed("storage", detail=str(error)) from error


class IndexedSnapshot:
    """The contents of a store at one moment, in memory. It implements ``reihum.store.log.LogSnapshot``."""

    def __init__(self, entries: list[EntryRow], listings: list[ListingRow], people: list[StoredPerson]) -> None:
        self._entries: dict[str, list[StoredEntry]] = {}
        for row in entries:
            self._entries.setdefault(row.key[0], []).append(row.entry)
        self._listings = {row.key: row.listing for row in listings}
        self._people = [row.person for row in people]

    async def tables(self) -> list[str]:
        return list(self._entries)

    async def read_tables(self, tables: Sequence[str]) -> list[Append]:
        return [Append(table, self._entries.get(table, []), self._listings.get(table)) for table in tables]

    async def people(self) -> list[PersonRow]:
        return self._people

    async def find_listings(
        self, *, person: str | None = None, after: tuple[int, str] | None = None, limit: int = 100
    ) -> list[tuple[str, Listing]]:
        newest = sorted((-listing.changed_ms, table, listing) for table, listing in self._listings.items())
        return [
            (table, listing)
            for place, table, listing in newest
            if (person is None or person in listing.people) and (not after or (place, table) > (-after[0], after[1]))
        ][:limit]

    async def find_faults(self) -> list[str]:
        return []  # the browser does not let anybody check
