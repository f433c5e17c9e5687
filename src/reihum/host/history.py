"""A person's finished matches, page by page, from the listings of the log."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from msgspec import Struct

from reihum.host.lists import charge_nobody, read_page
from reihum.store.log import Log
from reihum.tables.listings import Listing, Summary, read_summary, summarize
from reihum.tables.table import load_table

_log = logging.getLogger("reihum.host")


class HistoryPage(Struct, frozen=True, omit_defaults=True):
    """Finished matches, the newest first. ``next`` asks for the page after it; empty if there is none."""

    tables: tuple[Summary, ...]
    next: str = ""


async def read_history(
    log: Log, person: str, game: str = "", after: str = "", before_batch: Callable[[], None] = charge_nobody
) -> HistoryPage:
    """A page of a person's finished matches, of one game or of all games."""

    def fits(summary: Summary) -> bool:
        return summary.over and game in ("", summary.game)

    found, following = await read_page(log, fits, after, person=person, before_batch=before_batch)
    return HistoryPage(tuple([await _complete(log, table, listing, person) for table, listing in found]), following)


async def _complete(log: Log, table: str, listing: Listing, person: str) -> Summary:
    """The summary of a finished match with its result. Older versions did not list the result, so it is read from the
    log; a table that cannot be read is shown without it."""
    summary = read_summary(listing, person)
    if summary.places:
        return summary
    try:
        rows = await log.read(table)
        return summarize(await asyncio.to_thread(load_table, table, rows), person)
    except Exception:
        _log.exception("The result of table %s could not be found out", table)
        return summary
