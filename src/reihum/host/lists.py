"""Lists of tables from the store. A damaged listing is made anew from the table's log."""

from __future__ import annotations

import asyncio
import logging

from reihum.store.log import Log, StorageFailed
from reihum.tables.keys import TABLE
from reihum.tables.listings import Listing, is_sound, make_listing
from reihum.tables.table import load_table

PAGE_SIZE = 100
"""How many listings are checked together."""

_log = logging.getLogger("reihum.host")


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
    sound = [(table, await repair(log, table, listing)) for table, listing in found if table.startswith(TABLE)]
    return [(table, listing) for table, listing in sound if listing is not None]


async def check_listings(log: Log) -> int:
    """Repair all damaged listings; returns the number of tables that cannot be read."""
    lost, after = 0, None
    while page := await log.find_listings(after=after, limit=PAGE_SIZE):
        for table, listing in page:
            lost += table.startswith(TABLE) and await repair(log, table, listing) is None
        after = page[-1][1].changed, page[-1][0]
    return lost


async def repair(log: Log, table: str, listing: Listing) -> Listing | None:
    """The listing, made anew if it is damaged; None if the log is damaged, too."""
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
    _log.warning("The listing of table %s was damaged and is made anew", table)
    return made
