"""The open tables that anybody may join, page by page, from the listings of the log."""

from __future__ import annotations

from msgspec import Struct

from reihum.host.history import BATCH_SIZE, MAX_LISTINGS_READ, format_place, parse_place
from reihum.host.lists import repair
from reihum.store.log import Log
from reihum.tables.listings import Summary, read_summary

PAGE_SIZE = 20
"""The number of tables on a page."""


class OpenTableFilter(Struct, frozen=True, kw_only=True):
    """Which open tables are wanted: of one ``game``, with a ``free`` seat, or not begun (``waiting``)."""

    game: str = ""
    free: bool = False
    waiting: bool = False

    def fits(self, summary: Summary) -> bool:
        """Whether a table is wanted. A bot leaves its seat to a person until the match begins."""
        has_seat = None in summary.seats or ("" in summary.seats and not summary.started)
        return (
            self.game in ("", summary.game) and (has_seat or not self.free) and not (self.waiting and summary.started)
        )


ANY_TABLE = OpenTableFilter()


class OpenTablePage(Struct, frozen=True, omit_defaults=True):
    """Open tables, the last changed first. ``next`` asks for the page after it; empty if there is none."""

    tables: tuple[Summary, ...]
    next: str = ""


async def read_open_tables(log: Log, wanted: OpenTableFilter, after: str = "") -> OpenTablePage:
    """A page of the open tables that are wanted."""
    place = parse_place(after)
    found: list[Summary] = []
    for _ in range(MAX_LISTINGS_READ // BATCH_SIZE):
        batch = await log.find_listings(open=True, after=place, limit=BATCH_SIZE)
        for table, listing in batch:
            place = listing.changed, table
            sound = await repair(log, table, listing)
            if sound is not None and wanted.fits(summary := read_summary(sound)):
                found.append(summary)
            if len(found) == PAGE_SIZE:
                return OpenTablePage(tuple(found), format_place(*place))
        if len(batch) < BATCH_SIZE:
            return OpenTablePage(tuple(found))
    assert place is not None
    return OpenTablePage(tuple(found), format_place(*place))
