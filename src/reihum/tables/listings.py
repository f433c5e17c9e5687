"""Listings: what lists of tables show. They are kept beside the log and written with the entries that change them."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from reihum.tables import entries
from reihum.tables.table import Table, VisibleEntry

_UNLISTED = (
    entries.PlayedEntry,
    entries.AskedEntry,
    entries.AnsweredEntry,
    entries.SaidEntry,
    entries.WordedEntry,
    entries.PromisedEntry,
    entries.StoodInEntry,
    entries.ReturnedEntry,
)

LASTING = "lasting"
"""Listings of tables where the host has to act by itself name this among their people, so that it finds them."""


class Listing(Struct, frozen=True):
    """A table's line in the store, readable without the table. ``people`` find it in their lists; ``changed_ms``
    orders the lines."""

    open: bool
    people: tuple[str, ...]
    data: bytes
    changed_ms: int


class Summary(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table in a list: who sits where (``""`` is a bot, ``None`` a free seat), and how far the match is.

    ``levels`` are the levels of the bots by seat. ``turn`` has the seats of the people who must act now. A finished
    match has its ``points`` and ``places``. ``yours`` are the seats of the person who asks. ``imported``: the match was
    played elsewhere. Listings of older versions have only the fields up to ``changed``."""

    table: str
    game: str
    seats: tuple[str | None, ...]
    rounds: int | str | None = None
    until: int | None = None
    circle: str = ""
    started: bool = False
    over: bool = False
    next: str = ""
    changed_ms: int = field(default=0, name="changed")
    due_ms: int = field(default=0, name="due")
    """When the host must act at a table that lasts for days (milliseconds since 1970); 0: it has nothing to do."""
    levels: tuple[str, ...] = ()
    turn: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    yours: tuple[int, ...] = ()
    imported: bool = False


class StoredSummary(Summary, frozen=True, kw_only=True, omit_defaults=True):
    """A summary as it is stored, with the people at the seats by id, which lists do not show. ``check`` is a digest
    over the whole listing, which older listings do not have."""

    persons: tuple[str, ...] = ()
    check: str = ""


def changes_listing(before: Table, after: Table, items: Sequence[VisibleEntry]) -> bool:
    """Whether these items give a table another listing: they change what it shows, or pass the turn to or from a
    person."""
    turned = any(after.seats[seat].person for seat in {*before.acting_since} ^ {*after.acting_since})
    return turned or after.settings.lasts_days or any(not isinstance(item.entry, _UNLISTED) for item in items)


def make_listing(table: Table) -> Listing:
    """The listing of a table."""
    listed = table.settings.open and not table.over and not table.closed and table.next is None
    people = () if table.closed else tuple(table.people)
    if table.due_ms and not table.closed:
        people = (*people, LASTING)
    seats, outcome = table.final_seats or tuple(table.seats), table.match.outcome if table.match else None
    summary = StoredSummary(
        table=table.id,
        game=table.settings.game,
        seats=tuple(None if seat.free else seat.name for seat in seats),
        rounds=table.settings.rounds,
        until=table.settings.until,
        circle=table.settings.circle,
        started=table.match is not None,
        over=table.over,
        next=table.next.table if table.next else "",
        changed_ms=table.changed_ms,
        due_ms=table.due_ms,
        levels=tuple(seat.level for seat in seats) if any(seat.level for seat in seats) else (),
        turn=tuple(seat for seat in table.acting_since if table.seats[seat].person),
        points=outcome.points if outcome else (),
        places=outcome.places if outcome else (),
        imported=table.imported,
        persons=tuple(seat.person for seat in seats),
    )
    sealed = replace(summary, check=_digest(summary, listed, people, table.changed_ms))
    return Listing(listed, people, msgspec.json.encode(sealed), table.changed_ms)


def _digest(summary: StoredSummary, is_open: bool, people: tuple[str, ...], changed_ms: int) -> str:
    """16 characters over everything in a listing."""
    return sha256(msgspec.json.encode((replace(summary, check=""), is_open, people, changed_ms))).hexdigest()[:16]


def is_sound(table: str, listing: Listing) -> bool:
    """Whether a table's listing is as it was written."""
    try:
        stored = msgspec.json.decode(listing.data, type=StoredSummary)
    except (msgspec.MsgspecError, UnicodeError):
        return False
    expected = _digest(stored, listing.open, listing.people, listing.changed_ms)
    return stored.table == table and stored.check in ("", expected)


def has_digest(listing: Listing) -> bool:
    """Whether a sound listing was made by a version that writes digests."""
    return bool(msgspec.json.decode(listing.data, type=StoredSummary).check)


def summarize(table: Table, person: str = "") -> Summary:
    """A table as lists show it to a person."""
    return read_summary(make_listing(table), person)


def read_summary(listing: Listing, person: str = "") -> Summary:
    """The summary in a listing, for a person."""
    stored = msgspec.json.decode(listing.data, type=StoredSummary)
    yours = tuple(seat for seat, sitting in enumerate(stored.persons) if person and sitting == person)
    return replace(msgspec.json.decode(listing.data, type=Summary), yours=yours)
