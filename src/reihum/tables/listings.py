"""Listings: what lists of tables show. They are kept beside the log and written with the entries that change them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from reihum.tables import entries
from reihum.tables.table import Table, VisibleEntry

_UNLISTED = (
    entries.PlayedEntry,
    entries.SaidEntry,
    entries.WordedEntry,
    entries.PromisedEntry,
    entries.StoodInEntry,
    entries.ReturnedEntry,
)


LASTING = "lasting"
"""Listings of tables where the host has to act by itself name this among their people, so that it finds them."""


class Listing(Struct, frozen=True):
    """A table's line in the store, readable without the table. ``people`` find it in their lists; ``changed``
    (milliseconds) orders the lines."""

    open: bool
    people: tuple[str, ...]
    data: bytes
    changed: int


class Summary(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table in a list: who sits where (``""`` is a bot, ``None`` a free seat), and how far the match is."""

    table: str
    game: str
    seats: tuple[str | None, ...]
    rounds: int | str | None = None
    circle: str = ""
    started: bool = False
    over: bool = False
    next: str = ""
    changed: int = 0
    due: int = 0
    """When the host must act at a table that lasts for days (milliseconds since 1970); 0: it has nothing to do."""


def make_listing(table: Table, items: Sequence[VisibleEntry]) -> Listing | None:
    """The listing of a table that has just changed by these items; None if they leave it as it was."""
    if not table.settings.lasts_days and all(isinstance(item.entry, _UNLISTED) for item in items):
        return None
    listed = table.settings.open and not table.over and not table.closed and table.next is None
    people = () if table.closed else tuple(table.people)
    if table.due and not table.closed:
        people = (*people, LASTING)
    return Listing(listed, people, msgspec.json.encode(summarize(table)), table.changed)


def summarize(table: Table) -> Summary:
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
        due=table.due,
    )


def read_summary(listing: Listing) -> Summary:
    """The summary in a listing."""
    return msgspec.json.decode(listing.data, type=Summary)
