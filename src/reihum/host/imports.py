"""Imports: matches that were played elsewhere, in a person's history."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from reihum.host.clock import Clock
from reihum.host.fair_queue import NOBODY, WorkShare
from reihum.host.workers import Executor
from reihum.store.log import Conflict, Log
from reihum.tables.decisions import new_key
from reihum.tables.imports import PlayedMatch, make_imported_table

MAX_AGE_MS = 30 * 24 * 3600 * 1000
"""A match that was played before this time counts as played then: old tables may be removed soon."""


class Imports:
    """Stores imported matches. ``check_quota`` refuses them if the store is full."""

    def __init__(
        self, log: Log, clock: Clock, entropy: Callable[[int], bytes], check_quota: Callable[[], Awaitable[None]]
    ) -> None:
        self._log = log
        self._clock = clock
        self._entropy = entropy
        self._check_quota = check_quota

    async def add(
        self, person: str, played: PlayedMatch, executor: Executor, share: WorkShare = NOBODY
    ) -> tuple[str, bool]:
        """Store a match; returns the id of its table, and whether it is new. The executor verifies the record."""
        now = self._clock.now()
        at = max(now - MAX_AGE_MS, min(played.at_ms or now, now))
        made = await executor.run(make_imported_table, played, person, new_key(self._entropy), at, share=share)
        if await self._log.read(made.table):
            return made.table, False
        await self._check_quota()
        try:
            await self._log.append(made.table, made.rows, made.listing)
        except Conflict:  # another request was faster
            return made.table, False
        return made.table, True
