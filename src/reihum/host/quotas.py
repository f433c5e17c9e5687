"""Quotas: how much a store keeps, and how much of it one person or one table may have."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from msgspec import Struct

from reihum.errors import ReihumError
from reihum.host.clock import Clock
from reihum.host.lists import MAX_LISTINGS_READ, walk_tables
from reihum.store.log import Log
from reihum.tables.keys import CIRCLE
from reihum.tables.listings import read_summary

COUNT_SECONDS = 60.0
"""How long a count of all tables or people is believed."""


class QuotaReached(ReihumError):
    """There are as many tables, circles or people as there may be."""


class Quotas(Struct, frozen=True, kw_only=True):
    """The numbers. 0 means no limit."""

    tables: int = 0
    """Tables in all; circles count too."""
    person_tables: int = 0
    """Tables of one person that are not over."""
    person_circles: int = 0
    guests: int = 0
    """People at one table."""
    table_entries: int = 0
    """Entries at one table in a day that are not play; a tenth of them by one person."""
    people: int = 0
    """People in all."""
    unwatched_tables: int = 0
    """Tables that last for days and that bots play at the same time while nobody watches."""


NO_QUOTAS = Quotas()


class QuotaCheck:
    """Checks quotas against a log."""

    def __init__(self, quotas: Quotas, log: Log, clock: Clock) -> None:
        self.quotas = quotas
        self._log = log
        self._tables = _RunningCount(log.count_tables, clock)
        self._people = _RunningCount(log.count_people, clock)

    async def check_table(self, person: str) -> None:
        """Refuse another table to a person who has left too many unfinished, or if the store has too many."""
        await self.check_store()
        limit, unfinished = self.quotas.person_tables, 0
        if not limit:
            return
        async for _, listing in walk_tables(self._log, person, max_listings=MAX_LISTINGS_READ):
            unfinished += listing is not None and not read_summary(listing).over
            if unfinished >= limit:
                raise QuotaReached("your-tables", count=limit)

    async def check_circle(self, person: str) -> None:
        """Refuse another circle to a person who has many, or if the store has too many tables and circles."""
        await self.check_store()
        if limit := self.quotas.person_circles:
            found = await self._log.find_listings(person=person, limit=MAX_LISTINGS_READ)
            if sum(key.startswith(CIRCLE) for key, _ in found) >= limit:
                raise QuotaReached("your-circles", count=limit)

    async def check_store(self) -> None:
        """Refuse every new table and circle when the store is as full as it may be."""
        if not await self._tables.take(self.quotas.tables):
            raise QuotaReached("all-tables")

    async def check_people(self) -> None:
        """Refuse another person when the store knows as many as it may."""
        if not await self._people.take(self.quotas.people):
            raise QuotaReached("all-people")


class _RunningCount:
    """Counts what is in the store. That takes long, so it is not always done; what is asked for meanwhile counts."""

    def __init__(self, count: Callable[[], Awaitable[int]], clock: Clock) -> None:
        self._recount = count
        self._clock = clock
        self._count = 0
        self._counted_at = float("-inf")

    async def take(self, limit: int) -> bool:
        """Take the place of one more; False if there is none. A limit of 0 means no limit."""
        if not limit:
            return True
        if self._clock.monotonic() - self._counted_at > COUNT_SECONDS:
            self._count, self._counted_at = await self._recount(), self._clock.monotonic()
        if self._count >= limit:
            return False
        self._count += 1
        return True
