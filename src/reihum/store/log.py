"""The durable log: all that is kept, and the only way anything happens (docs/storage.md).

A table is a list of entries numbered 1, 2, 3 …; ``(table, seq)`` is unique, so the first writer wins and the others try
again on the new state. Entries form a hash chain (``reihum.tables.chain``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from msgspec import Struct

from reihum.errors import ReihumError
from reihum.tables.chain import StoredEntry
from reihum.tables.listings import Listing


class Conflict(ReihumError):
    """An entry of that table with that number is there already; nothing of the append was written."""


class StorageFailed(ReihumError):
    """Nothing was written or read: the disk is full, the database is away … ``detail`` says what the store said."""


class Append(Struct, frozen=True):
    """Entries that are to be added to a table, and its new listing if there is one."""

    table: str
    rows: Sequence[StoredEntry]
    listing: Listing | None = None


class PersonRow(Struct, frozen=True):
    """A person as the store knows one: by the SHA-256 of a secret. Times are in milliseconds."""

    id: str
    secret_hash: bytes
    made: int
    seen: int


class LogSnapshot(Protocol):
    """Everything that was stored at one moment, however long reading it takes."""

    async def tables(self) -> list[str]:
        """Every table, by name."""
        ...

    async def read(self, table: str) -> list[StoredEntry]:
        """All entries of a table."""
        ...

    async def listing(self, table: str) -> Listing | None:
        """The listing of a table, if it has one."""
        ...

    async def people(self) -> list[PersonRow]:
        """Every person, by id."""
        ...


class Log(Protocol):
    """A store. Everything may raise ``StorageFailed``; a later try may succeed without opening the store again."""

    async def append(self, table: str, rows: Sequence[StoredEntry], listing: Listing | None = None) -> None:
        """Add entries, and replace the table's listing if there is one: all or nothing, and on disk on return.

        Raises ``Conflict`` if one of the entries is there already, ``StorageFailed`` if it could not be written. Two
        errors leave open what happened: the process dies, or a database server is lost while it answers; then the next
        append finds out, by a conflict. A cancelled append may still be written.
        """
        ...

    async def read(self, table: str, after: int = 0) -> list[StoredEntry]:
        """The entries of a table behind number ``after``, in order; none if there is no such table."""
        ...

    async def find_listings(
        self, *, open: bool | None = None, person: str | None = None, limit: int = 100
    ) -> list[tuple[str, Listing]]:
        """Tables with their listings, those that changed last first: the open ones, or those of a person."""
        ...

    async def tables(self) -> list[str]:
        """Every table, by name."""
        ...

    async def add_person(self, id: str, secret_hash: bytes, at: int) -> None:
        """Keep a new person, seen now. Raises ``Conflict`` if the id or the secret is taken."""
        ...

    async def find_person(self, secret_hash: bytes) -> PersonRow | None:
        """Who knows this secret, if anybody does."""
        ...

    async def touch_person(self, id: str, at: int) -> None:
        """Note that a person was here; never turns the time back."""
        ...

    async def last_visit(self) -> int | None:
        """When somebody was seen last; None if nobody is known."""
        ...

    async def forget_person(self, id: str) -> None:
        """Remove a person: the secret opens nothing any more. Tables stay as they are."""
        ...

    async def forget_unseen(self, before: int) -> int:
        """Remove everybody not seen since then; tells how many."""
        ...

    def watch(self, heard: Callable[[str, int], None], missed: Callable[[], None]) -> None:
        """Call ``heard(table, seq)`` in the event loop for each append of another process, with its last number.

        ``missed()`` is called when such calls may have been lost: then anything may have changed.
        """
        ...

    async def announce(self, table: str, note: bytes) -> None:
        """Tell the other processes something that is not kept; at most ``MAX_NOTE_BYTES`` bytes. May get lost."""
        ...

    def hear(self, heard: Callable[[str, bytes], None]) -> None:
        """Call ``heard(table, note)`` in the event loop for each announcement of another process."""
        ...

    def open_snapshot(self) -> AbstractAsyncContextManager[LogSnapshot]:
        """Read as of now, while others go on writing."""
        ...

    async def close(self) -> None:
        """Finish what was begun and let go of everything."""
        ...


MAX_NOTE_BYTES = 4096
"""The longest announcement in bytes, so that it fits into one PostgreSQL notification."""


def check_note(note: bytes) -> None:
    """A longer announcement is a mistake of the program."""
    if len(note) > MAX_NOTE_BYTES:
        raise ValueError(f"an announcement has at most {MAX_NOTE_BYTES} bytes, not {len(note)}")
