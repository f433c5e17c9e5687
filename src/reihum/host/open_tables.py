"""The open tables that anybody may join, page by page, from the listings of the log."""

from __future__ import annotations

from collections.abc import Callable, Container

from msgspec import Struct

from reihum.host.lists import charge_nobody, read_page
from reihum.store.log import Log
from reihum.tables.listings import Summary, read_summary


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


async def read_open_tables(
    log: Log,
    wanted: OpenTableFilter,
    after: str = "",
    hidden: Container[str] = (),
    before_batch: Callable[[], None] = charge_nobody,
) -> OpenTablePage:
    """A page of the open tables that are wanted, without those that the operator has hidden."""

    def fits(summary: Summary) -> bool:
        return summary.table not in hidden and wanted.fits(summary)

    found, following = await read_page(log, fits, after, open=True, before_batch=before_batch)
    return OpenTablePage(tuple(read_summary(listing) for _, listing in found), following)
