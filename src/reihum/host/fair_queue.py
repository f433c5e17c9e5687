"""A queue that is fair: addresses take turns, and so do the tables of one address."""

from __future__ import annotations

from collections import Counter, deque
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class WorkShare(NamedTuple):
    """For whom something is done: the address of the people who watch a table, and the table. Tables that nobody
    watches have no address and take turns as one address does."""

    address: str = ""
    table: str = ""


NOBODY = WorkShare()


class FairQueue(Generic[T]):
    """Items that wait, each for a share. However many items an address has, every other address is next after one of
    them. At most ``max_running`` items of one address run at once."""

    def __init__(self, max_running: int) -> None:
        self._max_running = max_running
        self._waiting: dict[str, dict[str, deque[T]]] = {}
        self._running: Counter[str] = Counter()

    def __len__(self) -> int:
        """How many items wait."""
        return sum(len(items) for tables in self._waiting.values() for items in tables.values())

    def add(self, share: WorkShare, item: T) -> None:
        """Let an item wait."""
        self._waiting.setdefault(share.address, {}).setdefault(share.table, deque()).append(item)

    def take(self) -> tuple[WorkShare, T] | None:
        """Take the item whose turn it is; it runs until ``end``. None if nothing may run now."""
        for address, tables in self._waiting.items():
            if self._running[address] < self._max_running:
                table, items = next(iter(tables.items()))
                item = items.popleft()
                self._rotate(address, tables, table, items)
                self._running[address] += 1
                return WorkShare(address, table), item
        return None

    def end(self, share: WorkShare) -> None:
        """Note that an item of a share does not run any more."""
        self._running[share.address] -= 1
        if not self._running[share.address]:
            del self._running[share.address]

    def _rotate(self, address: str, tables: dict[str, deque[T]], table: str, items: deque[T]) -> None:
        """Put the table behind the other tables of its address, and the address behind the others."""
        del tables[table]
        if items:
            tables[table] = items
        del self._waiting[address]
        if tables:
            self._waiting[address] = tables
