"""A double of the browser's database (web/src/engine/database.ts), which several tabs share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec

from house import entropy
from reihum.browser.database import CONFLICT

INDEXES: dict[str, dict[str, str]] = {
    "entries": {},
    "listings": {"newest": "", "oldest": "", "opened": "", "members": "many"},
    "people": {"secret_hash": "unique", "seen": ""},
    "settings": {},
}

Row = dict[str, Any]


def rank(key: Any) -> Any:
    """A value that orders keys as IndexedDB does: numbers, then texts, then lists."""
    if isinstance(key, list):
        return (2, [rank(part) for part in key])
    return (1, key) if isinstance(key, str) else (0, key)


class MemorySite:
    """All that the tabs of a site share: rows by store, a channel, and secrets that are the same in every run."""

    def __init__(self) -> None:
        self.entropy = entropy()
        self.stores: dict[str, list[Row]] = {store: [] for store in INDEXES}
        self.tabs: list[MemoryDatabase] = []

    def open(self) -> MemoryDatabase:
        """The database for one more tab."""
        self.tabs.append(MemoryDatabase(self))
        return self.tabs[-1]


class MemoryDatabase:
    """The database as one tab sees it. It implements ``reihum.browser.database.BrowserDatabase``."""

    def __init__(self, site: MemorySite) -> None:
        self.failing = ""
        """The name of the error with which every write fails."""
        self._site = site
        self._hear: list[Callable[[str], None]] = []

    async def read(self, queries: str) -> str:
        await asyncio.sleep(0)
        return msgspec.json.encode([self._find(query) for query in msgspec.json.decode(queries)]).decode()

    def _find(self, query: Row) -> list[Row]:
        index = query.get("index")
        found: list[tuple[Any, Row]] = []
        for row in self._site.stores[query["store"]]:
            field = row[index] if index else row["key"]
            keys = field if index and INDEXES[query["store"]][index] == "many" else [field]
            found += [(rank(key), row) for key in keys if is_between(key, query)]
        found.sort(key=lambda pair: pair[0])
        rows = [row for _, row in found][: query.get("limit")]
        return rows[-1:] if query.get("last") else rows

    async def count(self, store: str) -> int:
        await asyncio.sleep(0)
        return len(self._site.stores[store])

    async def write(self, steps: str) -> str:
        await asyncio.sleep(0)
        before = {store: [*rows] for store, rows in self._site.stores.items()}
        error = self.failing or next(filter(None, map(self._carry_out, msgspec.json.decode(steps))), "")
        if error:
            self._site.stores = before
        return error

    def _carry_out(self, step: Row) -> str:
        rows, row = self._site.stores[step["store"]], step.get("row", {})
        if step["type"] == "require":
            found = [found for found in rows if found["key"] == step["key"]]
            return "" if found and found[0][step["name"]] == step["value"] else CONFLICT
        gone = {"key": row["key"]} if step["type"] == "replace" else step if step["type"] == "remove" else None
        kept = [other for other in rows if gone is None or not is_between(other["key"], gone)]
        self._site.stores[step["store"]] = kept + ([row] if row else [])
        unique = ["key", *(name for name, kind in INDEXES[step["store"]].items() if kind == "unique")]
        return CONFLICT if row and any(row[name] == other[name] for other in kept for name in unique) else ""

    def tell(self, news: str) -> None:
        for tab in self._site.tabs:
            if tab is not self:
                for hear in tab._hear:
                    asyncio.get_running_loop().call_soon(hear, news)

    def listen(self, hear: Callable[[str], None]) -> None:
        self._hear.append(hear)

    def close(self) -> None:
        self._site.tabs.remove(self)


def is_between(key: Any, bounds: Row) -> bool:
    """Whether a key is the one that is wanted, or lies between the bounds."""
    if "key" in bounds:
        return bool(key == bounds["key"])
    after, before = "after" not in bounds or rank(bounds["after"]) < rank(key), bounds.get("before")
    return after and (before is None or rank(key) < rank(before))
