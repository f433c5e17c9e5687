"""One connection to a SQLite file. Everything here waits for the disk, so ``sqlite`` calls it from threads."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain as chained
from pathlib import Path
from typing import Any, Protocol, TypeAlias

import msgspec
from msgspec.structs import astuple, replace

from reihum.store.log import Append, PersonRow, StorageFailed
from reihum.tables.chain import StoredEntry
from reihum.tables.listings import Listing

VERSION = 2
APPLICATION = 0x52656968
"""Marks a file as ours; ASCII for "Reih"."""

MAX_ROWS_PER_STATEMENT = 256
"""The number of rows in one statement."""

MAX_FAULTS = 10
"""How many faults of a file are listed."""

SCHEMA = (
    "CREATE TABLE entries (table_id TEXT NOT NULL, seq INTEGER NOT NULL, data BLOB NOT NULL, digest BLOB NOT NULL)",
    "CREATE UNIQUE INDEX entries_in_order ON entries (table_id, seq)",
    """CREATE TABLE listings (table_id TEXT PRIMARY KEY, open INTEGER NOT NULL, people TEXT NOT NULL,
        data BLOB NOT NULL, changed INTEGER NOT NULL)""",
    "CREATE INDEX listings_by_time ON listings (changed)",
    "CREATE INDEX listings_open ON listings (open, changed)",
    "CREATE TABLE members (person TEXT NOT NULL, table_id TEXT NOT NULL, PRIMARY KEY (person, table_id)) WITHOUT ROWID",
    "CREATE INDEX members_of_table ON members (table_id)",
    """CREATE TRIGGER members_come AFTER INSERT ON listings BEGIN
        INSERT INTO members SELECT DISTINCT value, new.table_id FROM json_each(new.people);
    END""",
    """CREATE TRIGGER members_change AFTER UPDATE OF people ON listings WHEN old.people <> new.people BEGIN
        DELETE FROM members WHERE table_id = old.table_id;
        INSERT INTO members SELECT DISTINCT value, new.table_id FROM json_each(new.people);
    END""",
    """CREATE TABLE people (id TEXT PRIMARY KEY, secret_hash BLOB NOT NULL UNIQUE,
        made INTEGER NOT NULL, seen INTEGER NOT NULL, digest BLOB NOT NULL DEFAULT x'')""",
    "CREATE INDEX people_by_time ON people (seen)",
    f"PRAGMA application_id = {APPLICATION}",
    f"PRAGMA user_version = {VERSION}",
)

ADD_ENTRIES = ("INSERT INTO entries VALUES ", "(?, ?, ?, ?)", "")
REPLACE = """ ON CONFLICT (table_id) DO UPDATE
    SET open = excluded.open, people = excluded.people, data = excluded.data, changed = excluded.changed"""
PUT_LISTINGS = ("INSERT INTO listings VALUES ", "(?, ?, ?, ?, ?)", REPLACE)
OPEN = "open = ?"
MEMBER = "table_id IN (SELECT table_id FROM members WHERE person = ?)"
AFTER = "(-changed, table_id) > (?, ?)"
PEOPLE = "SELECT id, secret_hash, made, seen, digest FROM people"
PEOPLE_FORMAT_1 = "SELECT id, secret_hash, made, seen FROM people"
LISTING = "SELECT table_id, open, people, data, changed FROM listings"
# Each table is found from the one before it, so this takes as long as there are tables, not entries.
TABLES = """
WITH RECURSIVE step(name) AS (
    SELECT min(table_id) FROM entries
    UNION ALL SELECT (SELECT min(table_id) FROM entries WHERE table_id > name) FROM step WHERE name IS NOT NULL
) SELECT name FROM step WHERE name IS NOT NULL
"""


class SqliteConnection(Protocol):
    """A connection that commits nothing by itself; ``sqlite3`` has one."""

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        ...

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> Any:
        """Run a statement; returns its rows."""
        ...

    def close(self) -> None:
        """Close the file."""
        ...


Connect: TypeAlias = Callable[[Path, bool], SqliteConnection]
"""Opens a file: to write if the second argument is true, else only to read."""


def connect(path: Path, writes: bool) -> SqliteConnection:
    """A plain connection to an existing file, for any thread, one at a time."""
    mode = "rw" if writes else "ro"
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None, check_same_thread=False
    )
    connection.text_factory = lambda text: text.decode(errors="replace")  # a damaged row must not hide the others
    return connection


def translate_error(error: Exception) -> StorageFailed:
    """An error of SQLite for players: without a path."""
    if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL:
        return StorageFailed("storage-full")
    return StorageFailed("storage", detail=_words_of(error))


@contextmanager
def translate_open_errors(path: Path) -> Iterator[None]:
    """Translate the errors of opening a file, for the person who named it."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise StorageFailed("storage-open", place=str(path), detail=_words_of(error)) from error


def _words_of(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


class SqliteFile:
    """A connection to a store. Only one open connection may have ``writes``."""

    def __init__(self, path: Path, connect: Connect = connect, *, writes: bool = False, synchronous: str = "FULL"):
        self.path = path
        if writes:
            create(path)
        self._connection = connect(path, writes)
        try:
            self._prepare(writes, synchronous)
        except BaseException:
            self._connection.close()
            raise

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def _prepare(self, writes: bool, synchronous: str) -> None:
        """Check that the file is a store of a known version; make the schema if the file is new."""
        version, application = self._one("PRAGMA user_version"), self._one("PRAGMA application_id")
        if application != APPLICATION and (not writes or self._one("SELECT count(*) FROM sqlite_master")):
            raise StorageFailed("storage-foreign", place=str(self.path))
        if version > VERSION:
            raise StorageFailed("storage-newer", place=str(self.path), expected=VERSION, got=version)
        if writes:
            self._run("PRAGMA journal_mode = WAL")
            self._run(f"PRAGMA synchronous = {synchronous}")
            self._run("PRAGMA journal_size_limit = 16777216")  # a backup makes the WAL long
        else:
            self._run("PRAGMA wal_autocheckpoint = 0")  # only the writer moves pages from the WAL to the file
        if application != APPLICATION:
            with self.transaction():
                for statement in SCHEMA:
                    self._run(statement)
        elif writes and version == 1:
            with self.transaction():
                self._add_digests()
        self._select_people = PEOPLE if writes or version > 1 else PEOPLE_FORMAT_1

    def _add_digests(self) -> None:
        """Change the file from format 1, in which people had no digests."""
        people = [PersonRow(*row).seal() for row in self._run(PEOPLE_FORMAT_1)]
        self._run("ALTER TABLE people ADD COLUMN digest BLOB NOT NULL DEFAULT x''")
        for person in people:
            self._run("UPDATE people SET digest = ? WHERE id = ?", (person.digest, person.id))
        self._run(f"PRAGMA user_version = {VERSION}")

    # Writing

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Everything inside becomes durable together, or not at all."""
        if self._connection.in_transaction:  # the last transaction could not even be rolled back
            self._run("ROLLBACK")
        self._run("BEGIN IMMEDIATE")
        try:
            yield
            self._run("COMMIT")
        except BaseException:
            if self._connection.in_transaction:  # SQLite ends it itself after some errors
                self._run("ROLLBACK")
            raise

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """A part of a transaction that can fail alone."""
        self._run("SAVEPOINT attempt")
        try:
            yield
        except BaseException:
            if self._connection.in_transaction:
                self._run("ROLLBACK TO attempt")
                self._run("RELEASE attempt")
            raise
        self._run("RELEASE attempt")

    def touch(self) -> None:
        """Commit something that changes nothing.

        A commit whose sync failed was refused, but may be complete in the WAL, and a crash would bring it back. The
        next commit takes its place.
        """
        with self.transaction():
            self.probe()

    def probe(self) -> None:
        """Write something that changes nothing."""
        self._run(f"PRAGMA user_version = {VERSION}")

    def commit(self, appends: Sequence[Append], people: Sequence[PersonRow]) -> None:
        """Add entries and people in one transaction."""
        with self.transaction():
            self.append(appends)
            for person in people:
                self.add_person(person)

    def compact(self) -> None:
        """Rewrite the file without the space of removed rows."""
        self._run("VACUUM")

    def complete(self) -> None:
        """Make it a single file, with no other file beside it: nothing more will be written."""
        self._run("PRAGMA journal_mode = DELETE")

    def append(self, appends: Sequence[Append]) -> None:
        """Add the entries of many tables."""
        self._insert(ADD_ENTRIES, [(a.table, row.seq, row.data, row.digest) for a in appends for row in a.rows])
        listings = {append.table: append.listing for append in appends if append.listing is not None}
        self._insert(PUT_LISTINGS, [(table, *_columns(listing)) for table, listing in listings.items()])

    def _insert(self, statement: tuple[str, str, str], rows: Sequence[tuple[Any, ...]]) -> None:
        """Insert many rows in few statements. After each statement the thread may have to wait for a busy event loop,
        far longer than an insert takes. The sizes are powers of two, so that few statements are prepared."""
        head, values, tail = statement
        place = 0
        while place < len(rows):
            size = min(MAX_ROWS_PER_STATEMENT, 1 << (len(rows) - place).bit_length() - 1)
            self._run(head + ", ".join([values] * size) + tail, list(chained.from_iterable(rows[place : place + size])))
            place += size

    def remove_table(self, table: str) -> None:
        """Remove a table. The file does not become smaller until ``compact``, but the room is used again."""
        for name in ("entries", "listings", "members"):
            self._run(f"DELETE FROM {name} WHERE table_id = ?", (table,))  # noqa: S608 – our own names

    def add_person(self, row: PersonRow) -> None:
        """Add a new person."""
        self._run("INSERT INTO people VALUES (?, ?, ?, ?, ?)", astuple(row))

    def replace_secret(self, id: str, secret_hash: bytes) -> None:
        """Let a person be known by another secret."""
        for row in self._people("WHERE id = ?", (id,)):
            self._update(replace(row, secret_hash=secret_hash).seal())

    def touch_person(self, id: str, at_ms: int) -> None:
        """Note that a person was here; leave a damaged row as it is."""
        for row in self._people("WHERE id = ? AND seen < ?", (id, at_ms)):
            if row.is_sound:
                self._update(replace(row, seen_ms=at_ms).seal())

    def _update(self, row: PersonRow) -> None:
        values = (row.secret_hash, row.seen_ms, row.digest, row.id)
        self._run("UPDATE people SET secret_hash = ?, seen = ?, digest = ? WHERE id = ?", values)

    def forget_person(self, id: str) -> bool:
        """Remove a person; False if there was none."""
        return bool(self._run("DELETE FROM people WHERE id = ? RETURNING 1", (id,)))

    def forget_unseen(self, before_ms: int) -> int:
        """Remove everybody who was not seen since then; returns their number."""
        return len(self._run("DELETE FROM people WHERE seen < ? RETURNING 1", (before_ms,)))

    # Reading

    @contextmanager
    def hold_snapshot(self) -> Iterator[None]:
        """Everything read inside is as of now."""
        self._run("BEGIN")
        try:
            self._run("SELECT 1 FROM entries LIMIT 1")  # SQLite fixes the snapshot at the first read
            yield
        finally:
            self._run("ROLLBACK")

    def tables(self) -> list[str]:
        """Every table, by name."""
        return [name for (name,) in self._run(TABLES)]

    def count_tables(self) -> int:
        """How many tables have a listing."""
        return self._one("SELECT count(*) FROM listings")

    def count_people(self) -> int:
        """How many people there are."""
        return self._one("SELECT count(*) FROM people")

    def read(self, table: str, after: int = 0) -> list[StoredEntry]:
        """The entries of a table after number ``after``."""
        sql = "SELECT seq, data, digest FROM entries WHERE table_id = ? AND seq > ? ORDER BY seq"
        return [StoredEntry(*row) for row in self._run(sql, (table, after))]

    def read_tables(self, tables: Sequence[str]) -> list[Append]:
        """All entries of these tables, and their listings."""
        return [Append(table, self.read(table), self._listing(table)) for table in tables]

    def _listing(self, table: str) -> Listing | None:
        found = self._listings(f"{LISTING} WHERE table_id = ?", (table,))
        return found[0][1] if found else None

    def find_listings(
        self, open: bool | None, person: str | None, after: tuple[int, str] | None, limit: int
    ) -> list[tuple[str, Listing]]:
        """Tables with their listings, the last changed first."""
        wanted: list[tuple[str, tuple[Any, ...]]] = [("TRUE", ())]
        if open is not None:
            wanted.append((OPEN, (open,)))
        if person is not None:
            wanted.append((MEMBER, (person,)))
        if after is not None:
            wanted.append((AFTER, (-after[0], after[1])))
        where = " AND ".join(sql for sql, _ in wanted)
        values = [*chained.from_iterable(value for _, value in wanted), limit]
        return self._listings(f"{LISTING} WHERE {where} ORDER BY changed DESC, table_id LIMIT ?", values)

    def find_unchanged(
        self, kind: str, before_ms: int, after: tuple[int, str] | None, limit: int
    ) -> list[tuple[str, Listing]]:
        """Tables of a kind that have not changed since then, the oldest first."""
        where = "changed < ? AND (changed, table_id) > (?, ?) AND table_id GLOB ?"
        values = (before_ms, *(after or (-1, "")), f"{kind}*", limit)
        return self._listings(f"{LISTING} WHERE {where} ORDER BY changed, table_id LIMIT ?", values)

    def _listings(self, sql: str, values: Sequence[Any]) -> list[tuple[str, Listing]]:
        return [
            (table, Listing(bool(is_open), _read_people(people), data, changed))
            for table, is_open, people, data, changed in self._run(sql, values)
        ]

    def find_person(self, secret_hash: bytes) -> PersonRow | None:
        """The person with this secret, if there is one."""
        return next(iter(self._people("WHERE secret_hash = ?", (secret_hash,))), None)

    def last_visit(self) -> int | None:
        """When somebody was seen last."""
        found: int | None = self._run("SELECT max(seen) FROM people")[0][0]
        return found

    def people(self) -> list[PersonRow]:
        """Every person, by id."""
        return self._people("ORDER BY id")

    def _people(self, which: str, values: Sequence[Any] = ()) -> list[PersonRow]:
        return [PersonRow(*row) for row in self._run(f"{self._select_people} {which}", values)]

    def find_people(self, after: str, limit: int) -> list[PersonRow]:
        """People by id, after one."""
        return self._people("WHERE id > ? ORDER BY id LIMIT ?", (after, limit))

    def find_faults(self, *, quick: bool = False) -> list[str]:
        """What SQLite finds wrong with the file. A damaged index can hide rows that are there, which a ``quick`` look
        does not see."""
        check = "quick_check" if quick else "integrity_check"
        return [fault for (fault,) in self._run(f"PRAGMA {check}({MAX_FAULTS})") if fault != "ok"]

    def _one(self, sql: str) -> int:
        return int(self._run(sql)[0][0])

    def _run(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        try:
            rows: list[tuple[Any, ...]] = self._connection.execute(sql, values).fetchall()
        except UnicodeDecodeError:  # SQLite's message quotes the damaged text
            raise sqlite3.DatabaseError("malformed database schema") from None
        return rows


def create(path: Path) -> None:
    """Make an empty file that only its owner may read, unless there is one."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


def _read_people(text: str) -> tuple[str, ...]:
    """The people of a listing; nobody if the row is damaged, which its digest shows."""
    try:
        return msgspec.json.decode(text, type=tuple[str, ...])
    except (msgspec.MsgspecError, UnicodeError):
        return ()


def _columns(listing: Listing) -> tuple[Any, ...]:
    return listing.open, msgspec.json.encode(listing.people).decode(), listing.data, listing.changed_ms
