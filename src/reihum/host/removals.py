"""Removals of tables that several processes agree on: one announces them, and those that have one open object.

From the announcement on no process opens such a table. A process that cannot hear the announcement, because it has just
lost its connection to the store, is not asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from reihum.host.clock import Clock
from reihum.store.log import Log

REMOVING, KEEPING = "removing", "keeping"
"""The keys of the notes that announce a removal, and that object to it."""

OBJECTION_SECONDS = 5.0
"""The time for objections."""

CLOSED_SECONDS = 60.0
"""How long announced tables stay closed. After this time they are removed, or the process that announced them died."""

_decode = msgspec.json.Decoder(list[str]).decode


class Removals:
    """The removals of one process and those it has heard of. ``is_open``: whether this process has a table open."""

    def __init__(self, log: Log, clock: Clock, is_open: Callable[[str], bool], alone: bool) -> None:
        self._log = log
        self._clock = clock
        self._is_open = is_open
        self._alone = alone
        self._closed: dict[str, float] = {}
        self._kept: set[str] = set()

    def is_closed(self, table: str) -> bool:
        """Whether a table is about to be removed."""
        return self._clock.monotonic() < self._closed.get(table, 0.0)

    async def agree(self, tables: Sequence[str]) -> list[str]:
        """Those of the tables that no process has open. From now on no process opens them."""
        unused = [table for table in tables if not self._is_open(table)]
        self._close(unused)
        if self._alone or not unused:
            return unused
        self._kept.clear()
        await self._log.announce(REMOVING, msgspec.json.encode(unused))
        await self._clock.sleep(OBJECTION_SECONDS)
        for table in self._kept:
            self._closed.pop(table, None)
        return [table for table in unused if table not in self._kept]

    def receive(self, key: str, note: bytes, announce: Callable[[str, bytes], None]) -> bool:
        """Take a note of another process; returns whether it is about removals. ``announce`` sends an objection."""
        if key == REMOVING:
            tables = _decode(note)
            open_here = [table for table in tables if self._is_open(table)]
            self._close([table for table in tables if not self._is_open(table)])
            if open_here:
                announce(KEEPING, msgspec.json.encode(open_here))
        elif key == KEEPING:
            self._kept.update(_decode(note))
            for table in self._kept:
                self._closed.pop(table, None)
        return key in (REMOVING, KEEPING)

    def _close(self, tables: Sequence[str]) -> None:
        now = self._clock.monotonic()
        self._closed = {table: until for table, until in self._closed.items() if until > now}
        self._closed |= dict.fromkeys(tables, now + CLOSED_SECONDS)
