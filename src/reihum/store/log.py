"""The durable log: everything that is kept (docs/storage.md). Nothing happens except by an append to it.

The entries of a table are numbered 1, 2, 3 …, and ``(table, seq)`` is unique: the first writer wins, and the others try
again on the new state. Entries form a hash chain (``reihum.tables.chain``).
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from hashlib import sha256
from typing import Protocol

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from reihum.errors import ReihumError
from reihum.tables.chain import StoredEntry
from reihum.tables.listings import Listing

PEOPLE_PER_BATCH = 1_000
"""The number of people who are checked together."""

LISTINGS_PER_BATCH = 100
"""The number of listings that are read together."""


class Conflict(ReihumError):
    """The table has an entry with that number already; nothing of the append was written."""


class StorageFailed(ReihumError):
    """Nothing was written or read: the disk is full, the database is away … ``detail`` has the store's own words."""


class Append(Struct, frozen=True):
    """Entries to add to a table, and its new listing if there is one."""

    table: str
    rows: Sequence[StoredEntry]
    listing: Listing | None = None


class PersonRow(Struct, frozen=True):
    """A person in the store, known by the SHA-256 of a secret. Times are in milliseconds. ``digest`` is a SHA-256 over
    the other fields; it is empty in rows of older versions."""

    id: str
    secret_hash: bytes
    made_ms: int
    seen_ms: int
    digest: bytes = b""

    def seal(self) -> PersonRow:
        """The row with its digest."""
        fields = msgspec.json.encode((self.id, self.secret_hash.hex(), self.made_ms, self.seen_ms))
        return replace(self, digest=sha256(fields).digest())

    @property
    def is_sound(self) -> bool:
        """Whether the row is as it was written."""
        return self.digest in (b"", self.seal().digest)


def find_damaged(people: Sequence[PersonRow]) -> list[str]:
    """What is wrong with some rows of people, a line for each."""
    return [f"the row of person {person.id}" for person in people if not person.is_sound]


class LogSnapshot(Protocol):
    """The contents of a store at one moment, however long you read."""

    async def tables(self) -> list[str]:
        """Every table, by name."""
        ...

    async def read_tables(self, tables: Sequence[str]) -> list[Append]:
        """All entries of these tables, and their listings."""
        ...

    async def people(self) -> list[PersonRow]:
        """Every person, by id."""
        ...

    async def find_listings(
        self, *, person: str | None = None, after: tuple[int, str] | None = None, limit: int = 100
    ) -> list[tuple[str, Listing]]:
        """Tables with their listings, the last changed first, as ``Log.find_listings`` finds them."""
        ...

    async def find_faults(self) -> list[str]:
        """What the database itself finds wrong with its pages and indexes."""
        ...


class Log(Protocol):
    """A store. Every method may raise ``StorageFailed``; later it may work again without being opened again."""

    async def append(self, table: str, rows: Sequence[StoredEntry], listing: Listing | None = None) -> None:
        """Add entries, and replace the table's listing if one is given: all or nothing, and on disk on return.

        Raises ``Conflict`` if one of the entries is there already, ``StorageFailed`` if they could not be written. If a
        database server is lost while it answers, nobody knows what happened; the next append finds out by a conflict. A
        cancelled append may still be written.
        """
        ...

    async def read(self, table: str, after: int = 0) -> list[StoredEntry]:
        """The entries of a table after number ``after``, in order; empty if there is no such table."""
        ...

    async def find_listings(
        self,
        *,
        open: bool | None = None,
        person: str | None = None,
        after: tuple[int, str] | None = None,
        limit: int = 100,
    ) -> list[tuple[str, Listing]]:
        """Tables with their listings, the last changed first: the open ones, or those of a person; ``after`` goes on
        after a listing with this time and table."""
        ...

    async def tables(self) -> list[str]:
        """Every table, by name."""
        ...

    async def find_unchanged(
        self, kind: str, before_ms: int, after: tuple[int, str] | None = None, limit: int = 100
    ) -> list[tuple[str, Listing]]:
        """Tables whose names begin with ``kind`` and whose listings have not changed since ``before_ms``, the oldest
        first; ``after`` goes on after a listing with this time and table."""
        ...

    async def remove_table(self, table: str) -> None:
        """Remove a table with everything that belongs to it. Nobody may have it open."""
        ...

    async def count_tables(self) -> int:
        """How many tables and circles have a listing."""
        ...

    async def count_people(self) -> int:
        """How many people there are."""
        ...

    async def add_person(self, id: str, secret_hash: bytes, at_ms: int) -> None:
        """Keep a new person, seen now. Raises ``Conflict`` if the id or the secret is taken."""
        ...

    async def find_person(self, secret_hash: bytes) -> PersonRow | None:
        """The person with this secret, if there is one."""
        ...

    async def replace_secret(self, id: str, secret_hash: bytes) -> None:
        """Let a person be known by another secret, and by the old one no longer."""
        ...

    async def touch_person(self, id: str, at_ms: int) -> None:
        """Note that a person was here. The time never goes back. A damaged row stays as it is, so that it is found."""
        ...

    async def last_visit(self) -> int | None:
        """When somebody was seen last; None if the store has no people."""
        ...

    async def forget_person(self, id: str) -> bool:
        """Remove a person, so that their secret is not valid any more; False if there was none. Tables stay as they
        are."""
        ...

    async def forget_unseen(self, before_ms: int) -> int:
        """Remove everybody who was not seen since then; returns their number."""
        ...

    async def check_quickly(self) -> list[str]:
        """What a short look finds wrong with people and with the pages of the database."""
        ...

    async def probe(self) -> None:
        """Write something that changes nothing, to find out whether the store can be written."""
        ...

    def free_bytes(self) -> int | None:
        """How much space is left on the disk of the store; None if only the database knows."""
        ...

    def count_outages(self) -> int:
        """How often the store could not be written since it was opened. One outage counts once."""
        ...

    def watch(self, heard: Callable[[str, int], None], missed: Callable[[], None]) -> None:
        """Call ``heard(table, seq)`` in the event loop for each append of another process, with its last number.

        ``missed()`` is called when such calls may have been lost: then any table may have changed.
        """
        ...

    async def announce(self, table: str, note: bytes) -> None:
        """Tell the other processes something that is not kept and may get lost."""
        ...

    def hear(self, heard: Callable[[str, bytes], None]) -> None:
        """Call ``heard(table, note)`` in the event loop for each note of another process."""
        ...

    def open_snapshot(self) -> AbstractAsyncContextManager[LogSnapshot]:
        """Read as of now, while others keep writing."""
        ...

    async def close(self) -> None:
        """Finish what was begun and close the store."""
        ...


async def walk_listings(store: Log | LogSnapshot, person: str | None = None) -> AsyncIterator[tuple[str, Listing]]:
    """All listings, or those of a person, the last changed first."""
    after = None
    while batch := await store.find_listings(person=person, after=after, limit=LISTINGS_PER_BATCH):
        for found in batch:
            yield found
        after = batch[-1][1].changed_ms, batch[-1][0]
