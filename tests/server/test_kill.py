"""Promise 2: an acknowledged move is on disk. The server is killed again and again while many tables are moving."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest

from devices import compare
from reihum.store.sqlite import SqliteLog
from reihum.tables.chain import StoredEntry
from tools.campaigns.kill import play_and_kill


@pytest.mark.parametrize(("kills", "tables"), [(2, 40), pytest.param(25, 200, marks=pytest.mark.soak)])
def test_no_acknowledged_move_is_lost_or_doubled(kills: int, tables: int, tmp_path: Path) -> None:
    """Every acknowledged move is in the log, once, at the number that was told; no client misses an event or sees it
    twice."""
    store = tmp_path / "tables.sqlite"
    devices = asyncio.run(play_and_kill(store, kills, tables, Random(1)))
    asyncio.run(compare(store, devices))


def test_a_server_that_acknowledges_too_early_is_found(tmp_path: Path) -> None:
    """The check above can fail: this server answers before it commits."""
    store = tmp_path / "tables.sqlite"
    devices = asyncio.run(play_and_kill(store, 1, 10, Random(1), acknowledge_early))
    with pytest.raises(AssertionError, match="not in the log"):
        asyncio.run(compare(store, devices))


def acknowledge_early() -> None:
    """Plant the fault in a server process: what is appended once the tables are made waits a moment."""
    append = SqliteLog.append
    tasks = set()

    async def append_later(log: SqliteLog, table: str, rows: Sequence[StoredEntry], *listing: Any) -> None:
        async def wait_and_append() -> None:
            await asyncio.to_thread(Event().wait, 60)
            await append(log, table, rows, *listing)

        if rows[0].seq < 10:
            await append(log, table, rows, *listing)
        else:
            tasks.add(asyncio.create_task(wait_and_append()))

    SqliteLog.append = append_later  # type: ignore[method-assign, assignment]
