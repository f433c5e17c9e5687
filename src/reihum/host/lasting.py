"""Tables that last for days go on while nobody is connected, and after a restart: the host finds them in the store."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from reihum.host.clock import Clock
from reihum.host.lists import walk_tables
from reihum.host.room import Room
from reihum.store.log import Log, StorageFailed
from reihum.tables.listings import LASTING, read_summary

WAKE_SECONDS = 20.0
"""The interval at which the host looks for tables where something is due."""

_log = logging.getLogger("reihum.host")


async def wake_tables(log: Log, clock: Clock, find_room: Callable[[str], Awaitable[Room]]) -> None:
    """Let tables go on when a bot's move or the end of a turn is due, whether or not they are in memory."""
    while True:
        with suppress(StorageFailed):
            async for table, listing in walk_tables(log, LASTING):
                if listing is not None and read_summary(listing).due_ms <= clock.now():
                    await _wake(table, find_room)
        await clock.sleep(WAKE_SECONDS)


async def _wake(table: str, find_room: Callable[[str], Awaitable[Room]]) -> None:
    """Let a table go on. One that cannot be read must not stop the others."""
    try:
        (await find_room(table)).wake()
    except Exception:
        _log.exception("Table %s could not go on", table)
