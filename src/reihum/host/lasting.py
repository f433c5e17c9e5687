"""Tables that last for days go on while nobody is connected, and after a restart: the host finds them in the store."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress

from reihum.host.clock import Clock
from reihum.host.lists import walk_tables
from reihum.host.room import Room
from reihum.store.log import Log, StorageFailed
from reihum.tables.listings import LASTING, read_summary

WAKE_SECONDS = 20.0
"""The interval at which the host looks for tables where something is due."""

_log = logging.getLogger("reihum.host")


async def wake_tables(
    log: Log,
    clock: Clock,
    find_room: Callable[[str], Awaitable[Room]],
    rooms: Mapping[str, Room],
    max_unwatched: int = 0,
) -> None:
    """Let tables go on when a bot's move or the end of a turn is due. Beside the tables in memory (``rooms``) these are
    the ones that have waited longest: at most ``max_unwatched`` go on while nobody watches, or any number if it is
    0."""
    while True:
        with suppress(StorageFailed):
            due = await _find_due(log, clock.now())
            places = max_unwatched - sum(_is_unwatched(rooms[table]) for table in due if table in rooms)
            for table in due:
                takes_place = table not in rooms
                if takes_place and max_unwatched and places <= 0:
                    continue
                places -= await _wake(table, find_room) and takes_place
        await clock.sleep(WAKE_SECONDS)


async def _find_due(log: Log, now_ms: int) -> list[str]:
    """The tables where something is due, the one first that has waited longest."""
    due = []
    async for table, listing in walk_tables(log, LASTING):
        if listing is not None and (at := read_summary(listing).due_ms) <= now_ms:
            due.append((at, table))
    return [table for _, table in sorted(due)]


def _is_unwatched(room: Room) -> bool:
    return not room.subscriptions


async def _wake(table: str, find_room: Callable[[str], Awaitable[Room]]) -> bool:
    """Let a table go on; returns whether it does. One that cannot be read must not stop the others."""
    try:
        (await find_room(table)).wake()
    except Exception:
        _log.exception("Table %s could not go on", table)
        return False
    return True
