"""A person's finished matches, page by page, from the listings of the log."""

from __future__ import annotations

import asyncio
import logging

from msgspec import Struct

from reihum.errors import BadOption
from reihum.host.lists import repair
from reihum.store.log import Log
from reihum.tables.keys import TABLE
from reihum.tables.listings import Listing, Summary, read_summary, summarize
from reihum.tables.table import load_table

PAGE_SIZE = 20
"""The number of matches on a page."""

MAX_LISTINGS_READ = 1_000
"""The number of listings to look through for one page."""

BATCH_SIZE = 100

_log = logging.getLogger("reihum.host")


class HistoryPage(Struct, frozen=True, omit_defaults=True):
    """Finished matches, the newest first. ``next`` asks for the page after it; empty if there is none."""

    tables: tuple[Summary, ...]
    next: str = ""


async def read_history(log: Log, person: str, game: str = "", after: str = "") -> HistoryPage:
    """A page of a person's finished matches, of one game or of all games."""
    place = parse_place(after)
    found: list[Summary] = []
    for _ in range(MAX_LISTINGS_READ // BATCH_SIZE):
        batch = await log.find_listings(person=person, after=place, limit=BATCH_SIZE)
        for table, listing in batch:
            place = listing.changed, table
            sound = await repair(log, table, listing) if table.startswith(TABLE) else None
            if sound is not None and _fits(read_summary(sound), game):
                found.append(await _complete(log, table, sound, person))
            if len(found) == PAGE_SIZE:
                return HistoryPage(tuple(found), format_place(*place))
        if len(batch) < BATCH_SIZE:
            return HistoryPage(tuple(found))
    assert place is not None
    return HistoryPage(tuple(found), format_place(*place))


def format_place(changed: int, table: str) -> str:
    """A place in the list, as the next page is asked for."""
    return f"{changed}-{table}"


def parse_place(text: str) -> tuple[int, str] | None:
    """The place in the list that was formatted so; None for the beginning."""
    if not text:
        return None
    changed, _, table = text.partition("-")
    if not changed.isdecimal() or len(changed) > 15 or not table.isprintable():
        raise BadOption("bad-number", name="after", got=text[:40])
    return int(changed), table


def _fits(summary: Summary, game: str) -> bool:
    return summary.over and game in ("", summary.game)


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
