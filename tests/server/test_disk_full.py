"""The disk fills up under a running server: nothing false is acknowledged; play goes on when there is space again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from devices import compare
from reihum.client import Declined, Visitor
from reihum.store.log import StorageFailed
from reihum.store.sqlite import SqliteLog
from reihum.tables.chain import DamagedLog
from reihum.tables.settings import Settings
from tools.campaigns.disks import limit_files, play_on_full_disk
from tools.campaigns.servers import start_server


def test_a_full_disk_refuses_moves_until_there_is_space_again(tmp_path: Path) -> None:
    """All clients are told why. The log holds what was acknowledged before and after, and nothing that was refused."""
    store = tmp_path / "tables.sqlite"
    devices = asyncio.run(play_on_full_disk(store, Random(1), is_mounted=False))
    asyncio.run(compare(store, devices))


def test_a_full_disk_makes_no_table(tmp_path: Path) -> None:
    """A person who wants a new table is told that nothing was stored."""
    store = tmp_path / "tables.sqlite"
    with start_server(store) as (server, address):
        assert server.pid is not None
        with (
            limit_files(store, server.pid, Random(1), most=1),
            pytest.raises(Declined, match="Nothing was stored") as told,
        ):
            asyncio.run(Visitor(address).create("Paul", Settings(game="junior", seats=2)))
    assert told.value.code == "storage"


def test_a_server_that_hides_a_full_disk_is_found(tmp_path: Path) -> None:
    """The check above can fail: this server acknowledges some moves that it could not store."""
    store = tmp_path / "tables.sqlite"
    devices = asyncio.run(play_on_full_disk(store, Random(1), is_mounted=False, fault=hide_failures))
    with pytest.raises((AssertionError, DamagedLog), match=r"not in the log|expected entry"):
        asyncio.run(compare(store, devices))


def hide_failures() -> None:
    """Plant the fault in a server process: the first failed append of a table is passed over."""
    append: Callable[..., Any] = SqliteLog.append
    hidden = set()

    async def append_quietly(log: SqliteLog, table: str, *what: Any) -> None:
        try:
            await append(log, table, *what)
        except StorageFailed:
            if table in hidden:
                raise
            hidden.add(table)

    SqliteLog.append = append_quietly  # type: ignore[method-assign, assignment]
