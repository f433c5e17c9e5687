"""Retention: how long tables and circles stay in the store that nobody uses any more."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator

from msgspec import Struct

from reihum.host.lists import repair
from reihum.host.removals import Removals
from reihum.store.log import Log
from reihum.tables.keys import TABLE
from reihum.tables.listings import Summary, read_summary

DAY_MS = 24 * 3600 * 1000
FIRST_MS = 1_767_225_600_000
"""The start of 2026, before the first server. A table with an earlier time has it from a wrong clock, and stays."""

BATCH_SIZE = 100
MAX_ANNOUNCED_TABLES = 1_000
"""How many tables are announced to the other processes at once."""

_log = logging.getLogger("reihum.host")


class Retention(Struct, frozen=True, kw_only=True):
    """For how many days a table or a circle stays after the last thing that happened there. 0 means for ever."""

    unbegun_days: int = 0
    abandoned_days: int = 0
    """Tables whose match has begun and is not over."""
    finished_days: int = 0
    circle_days: int = 0
    """Circles of which no table is left."""

    def find_days(self, summary: Summary) -> int:
        """For how many days a table stays."""
        if summary.over:
            return self.finished_days
        return self.abandoned_days if summary.started else self.unbegun_days

    @property
    def shortest_days(self) -> int:
        """For how many days every table stays; 0 means for ever."""
        return min((days for days in (self.unbegun_days, self.abandoned_days, self.finished_days) if days), default=0)


async def remove_old_tables(log: Log, retention: Retention, now_ms: int, removals: Removals) -> int:
    """Remove all tables whose time is up, but none that a process has open; returns their number."""
    due = [table async for table in _find_due(log, retention, now_ms)]
    removed = 0
    for start in range(0, len(due), MAX_ANNOUNCED_TABLES):
        unused = await removals.agree(due[start : start + MAX_ANNOUNCED_TABLES])
        for first in range(0, len(unused), BATCH_SIZE):  # each batch together, so that one commit is enough
            await asyncio.gather(*map(log.remove_table, unused[first : first + BATCH_SIZE]))
        removed += len(unused)
    if removed:
        _log.info("%d tables were removed because nobody plays there any more", removed)
    return removed


async def _find_due(log: Log, retention: Retention, now_ms: int) -> AsyncIterator[str]:
    """The tables whose time is up."""
    place = FIRST_MS, ""
    before = now_ms - retention.shortest_days * DAY_MS
    while retention.shortest_days and (batch := await log.find_unchanged(TABLE, before, place, BATCH_SIZE)):
        for table, listing in batch:
            await asyncio.sleep(0)  # everybody else comes first
            sound = await repair(log, table, listing)
            days = retention.find_days(read_summary(sound)) if sound is not None else 0
            if days and listing.changed_ms < now_ms - days * DAY_MS:
                yield table
        place = batch[-1][1].changed_ms, batch[-1][0]
