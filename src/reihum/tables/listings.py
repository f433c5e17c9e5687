"""What lists of tables show: kept beside the log, written together with the entry that changes it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from reihum.tables import entries
from reihum.tables.chain import Stored
from reihum.tables.entries import Entry
from reihum.tables.table import Table

_UNLISTED = (
    entries.Played,
    entries.Called,
    entries.Kept,
    entries.Cleared,
    entries.Said,
    entries.Worded,
    entries.Promised,
    entries.StoodIn,
    entries.Returned,
)


class Listing(Struct, frozen=True):
    """What lists of tables need to know without reading the table. ``changed`` (milliseconds) orders them."""

    open: bool
    people: tuple[str, ...]
    data: bytes
    changed: int


class Summary(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table in a list: who sits where (``""``: a bot, ``None``: free), and how far it is."""

    table: str
    game: str
    seats: tuple[str | None, ...]
    rounds: int | str | None = None
    circle: str = ""
    started: bool = False
    over: bool = False
    next: str = ""
    changed: int = 0


def listing(table: Table, found: Sequence[Entry], rows: Sequence[Stored]) -> Listing | None:
    """The listing of a table after these entries, if they change it."""
    if all(isinstance(entry, _UNLISTED) for entry in found):
        return None
    after = table.fork()
    for entry, row in zip(found, rows, strict=True):
        after.apply(entry, row)
    listed = after.settings.open and not after.over and not after.closed and after.next is None
    people = () if after.closed else tuple(after.people)
    return Listing(listed, people, msgspec.json.encode(summary(after)), after.changed)


def summary(table: Table) -> Summary:
    """A table as lists show it."""
    return Summary(
        table=table.id,
        game=table.settings.game,
        seats=tuple(None if seat.free else seat.name for seat in table.seats),
        rounds=table.settings.rounds,
        circle=table.settings.circle,
        started=table.match is not None,
        over=table.over,
        next=table.next.table if table.next else "",
        changed=table.changed,
    )


def read_summary(listing: Listing) -> Summary:
    """A listing as it was written."""
    return msgspec.json.decode(listing.data, type=Summary)
