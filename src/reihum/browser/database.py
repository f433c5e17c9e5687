"""The rows of the browser's store (web/src/engine/database.ts), and the errors it knows.

The rows travel as JSON texts. A key is a text, a number, or a list of keys; numbers come before texts, texts before
lists.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, Protocol, TypeAlias

from msgspec import UNSET, Struct, UnsetType, field

from reihum.store.log import PersonRow
from reihum.tables.chain import StoredEntry
from reihum.tables.listings import Listing

Key: TypeAlias = Any
Store: TypeAlias = Literal["entries", "listings", "people", "settings"]

CONFLICT = "ConstraintError"
FULL = "QuotaExceededError"
"""Names of errors."""


class BrowserDatabase(Protocol):
    """The JavaScript object; database.ts describes what it promises."""

    async def read(self, queries: str) -> str:
        """Read the rows of some queries as of one moment."""
        ...

    async def count(self, store: str) -> int:
        """Count the rows of a store."""
        ...

    async def write(self, steps: str) -> str:
        """Carry out some steps: all of them, durably, or none. Returns the name of the error, or an empty text."""
        ...

    def tell(self, news: str) -> None:
        """Tell the other tabs something."""
        ...

    def listen(self, hear: Callable[[str], None]) -> None:
        """Call a function for everything that another tab tells."""
        ...

    def close(self) -> None:
        """Close the store."""
        ...


class Query(Struct, omit_defaults=True):
    """The rows with one key, or with keys between two bounds, neither of which is a part: keys in the store, or in one
    of its indexes. ``last``: only the last of them."""

    store: Store
    index: str | UnsetType = UNSET
    key: Key = UNSET
    after: Key = UNSET
    before: Key = UNSET
    limit: int | UnsetType = UNSET
    last: bool = False


class WriteStep(Struct, omit_defaults=True):
    """A step of a transaction. ``add`` wants the key and all unique fields to be free; ``require`` wants the field
    ``name`` of a row to have a value. ``remove`` removes one key, or all between two bounds."""

    type: Literal["add", "replace", "remove", "require"]
    store: Store
    row: Any = UNSET
    key: Key = UNSET
    after: Key = UNSET
    before: Key = UNSET
    name: str | UnsetType = UNSET
    value: Any = UNSET


class EntryRow(Struct):
    """An entry of a table."""

    key: tuple[str, int]
    data: bytes
    digest: bytes

    @classmethod
    def make(cls, table: str, entry: StoredEntry) -> EntryRow:
        """The row of an entry."""
        return cls((table, entry.seq), entry.data, entry.digest)

    @property
    def entry(self) -> StoredEntry:
        """The entry in the row."""
        return StoredEntry(self.key[1], self.data, self.digest)


class ListingRow(Struct):
    """The listing of a table. IndexedDB orders it by the last four fields."""

    key: str
    open: bool
    people: tuple[str, ...]
    data: bytes
    changed_ms: int = field(name="changed")
    newest: tuple[int, str]
    oldest: tuple[int, str]
    opened: tuple[int, int, str]
    members: list[tuple[str, int, str]]

    @classmethod
    def make(cls, table: str, listing: Listing) -> ListingRow:
        """The row of a listing."""
        changed = listing.changed_ms
        return cls(
            table,
            listing.open,
            listing.people,
            listing.data,
            changed,
            newest=(-changed, table),
            oldest=(changed, table),
            opened=(int(listing.open), -changed, table),
            members=[(person, -changed, table) for person in dict.fromkeys(listing.people)],
        )

    @property
    def listing(self) -> Listing:
        """The listing in the row."""
        return Listing(self.open, self.people, self.data, self.changed_ms)


class StoredPerson(Struct):
    """A person."""

    key: str
    secret_hash: bytes
    made_ms: int = field(name="made")
    seen_ms: int = field(name="seen")
    digest: bytes

    @classmethod
    def make(cls, row: PersonRow) -> StoredPerson:
        """The row of a person."""
        return cls(row.id, row.secret_hash, row.made_ms, row.seen_ms, row.digest)

    @property
    def person(self) -> PersonRow:
        """The person in the row."""
        return PersonRow(self.key, self.secret_hash, self.made_ms, self.seen_ms, self.digest)


class SettingRow(Struct):
    """Something that this device remembers."""

    key: str
    value: str
