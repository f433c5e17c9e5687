"""Watches the store of a running server: whether it can be written, and whether its disk fills up."""

from __future__ import annotations

import logging

from reihum.host.clock import Clock
from reihum.server.metrics import Metrics
from reihum.store.log import Log, StorageFailed

PROBE_SECONDS = 2.0
"""A store that was tried is not tried again for this time: a try costs a write to the disk."""

DISK_SECONDS = 60.0
"""How often the free space is measured."""

ALARM_BYTES = 500 * 1024 * 1024
"""If less space than this is left, the log says so."""

_log = logging.getLogger("reihum.server")


class StoreMonitor:
    """The state of a store."""

    def __init__(self, log: Log, clock: Clock, metrics: Metrics) -> None:
        self._store = log
        self._clock = clock
        self._metrics = metrics
        self._tried_at = float("-inf")
        self._failed: StorageFailed | None = None
        self._is_low = False
        self._outages = 0

    async def probe(self) -> None:
        """Raise ``StorageFailed`` if the store cannot be written now."""
        if self._clock.monotonic() - self._tried_at >= PROBE_SECONDS:
            self._tried_at = self._clock.monotonic()
            try:
                await self._store.probe()
                self._failed = None
            except StorageFailed as error:
                self._failed = error
        if self._failed is not None:
            raise self._failed

    def count_outages(self) -> None:
        """Add the outages that are new to the metrics."""
        self._metrics.outages.inc(self._store.count_outages() - self._outages)
        self._outages = self._store.count_outages()

    async def watch_disk(self) -> None:
        """Measure the free space, forever; log a line when it gets low, and when there is enough again."""
        while (free_bytes := self._store.free_bytes()) is not None:
            self._metrics.free_bytes.set(free_bytes)
            if (free_bytes < ALARM_BYTES) != self._is_low:
                self._is_low = not self._is_low
                say = (
                    "The disk of the store is almost full" if self._is_low else "The disk of the store has space again"
                )
                _log.warning("%s: %d MB are free", say, free_bytes // 2**20)
            await self._clock.sleep(DISK_SECONDS)
