"""Lists of tables from the store. A damaged listing is made again from the table's log."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterable
from math import inf
from typing import TypeVar

from reihum.errors import BadOption
from reihum.store.log import Log, StorageFailed
from reihum.tables.keys import TABLE
from reihum.tables.listings import Listing, Summary, is_sound, make_listing, read_summary
from reihum.tables.table import load_table

PAGE_SIZE = 20
"""The number of tables on a page."""

MAX_LISTINGS_READ = 1_000
"""The number of listings to look through for one page."""

BATCH_SIZE = 100
"""The number of listings to read at once."""

LISTINGS_AT_ONCE = 25
"""After this many listings the event loop does other work."""

T = TypeVar("T")

_log = logging.getLogger("reihum.host")


async def in_portions(batch: Iterable[T]) -> AsyncIterator[T]:
    """The items of a batch. Between portions of it the event loop does other work."""
    for number, item in enumerate(batch, 1):
        yield item
        if number % LISTINGS_AT_ONCE == 0:
            await asyncio.sleep(0)


def charge_nobody() -> None:
    """A batch of listings costs nothing."""


async def find_tables(
    log: Log,
    *,
    open: bool | None = None,
    person: str | None = None,
    after: tuple[int, str] | None = None,
    limit: int = 100,
) -> list[tuple[str, Listing]]:
    """Tables with their listings, as ``Log.find_listings`` finds them, without circles and the like. Damaged listings
    are repaired; a table that cannot be read at all is left out."""
    found = await log.find_listings(open=open, person=person, after=after, limit=limit)
    tables = in_portions((table, listing) for table, listing in found if table.startswith(TABLE))
    sound = [(table, await repair(log, table, listing)) async for table, listing in tables]
    return [(table, listing) for table, listing in sound if listing is not None]


async def read_page(
    log: Log,
    fits: Callable[[Summary], bool],
    after: str,
    *,
    open: bool | None = None,
    person: str | None = None,
    before_batch: Callable[[], None] = charge_nobody,
) -> tuple[list[tuple[str, Listing]], str]:
    """A page of the tables that fit, the last changed first, and what asks for the page after it; empty if there is
    none."""
    place = parse_place(after)
    found: list[tuple[str, Listing]] = []
    for _ in range(MAX_LISTINGS_READ // BATCH_SIZE):
        before_batch()
        batch = await log.find_listings(open=open, person=person, after=place, limit=BATCH_SIZE)
        async for table, listing in in_portions(batch):
            place = listing.changed_ms, table
            sound = await repair(log, table, listing) if table.startswith(TABLE) else None
            if sound is not None and fits(read_summary(sound)):
                found.append((table, sound))
            if len(found) == PAGE_SIZE:
                return found, format_place(*place)
        if len(batch) < BATCH_SIZE:
            return found, ""
    return found, format_place(*place) if place else ""


def format_place(changed_ms: int, table: str) -> str:
    """Format a place in the list for the request for the next page."""
    return f"{changed_ms}-{table}"


def parse_place(text: str) -> tuple[int, str] | None:
    """Parse a formatted place in the list; None means the beginning."""
    if not text:
        return None
    changed, _, table = text.partition("-")
    if not changed.isdecimal() or len(changed) > 15 or not table.isprintable():
        raise BadOption("bad-number", name="after", got=text[:40])
    return int(changed), table


async def walk_tables(
    log: Log,
    person: str | None = None,
    *,
    max_listings: float = inf,
    before_batch: Callable[[], None] = charge_nobody,
) -> AsyncIterator[tuple[str, Listing | None]]:
    """All tables, or the last changed ones of a person, with their listings, batch by batch. Damaged listings are
    repaired; a table that cannot be read at all has None."""
    after, read = None, 0
    while read < max_listings:
        before_batch()
        page = await log.find_listings(person=person, after=after, limit=BATCH_SIZE)
        if not page:
            return
        read += len(page)
        async for table, listing in in_portions(page):
            if table.startswith(TABLE):
                yield table, await repair(log, table, listing)
        after = page[-1][1].changed_ms, page[-1][0]


async def check_listings(log: Log) -> int:
    """Repair all damaged listings; returns the number of tables that cannot be read."""
    return sum([listing is None async for _, listing in walk_tables(log)])


async def check_store(log: Log) -> int:
    """Repair all damaged listings, and say in the log what a short look finds damaged besides; returns the number of
    faults. A damaged table is found when it is opened, and all by ``reihum check``."""
    unreadable = await check_listings(log)
    faults = await log.check_quickly()
    for fault in faults:
        _log.error("The store is damaged: %s (`reihum check` finds everything)", fault)
    return unreadable + len(faults)


async def repair(log: Log, table: str, listing: Listing) -> Listing | None:
    """The listing, made again if it is damaged; None if the log is damaged, too."""
    if is_sound(table, listing):
        return listing
    try:
        made = make_listing(await asyncio.to_thread(load_table, table, await log.read(table)))
        await log.append(table, [], made)
    except StorageFailed:
        raise
    except Exception:
        _log.exception("Table %s cannot be read", table)
        return None
    _log.warning("The listing of table %s was damaged and is made again", table)
    return made
