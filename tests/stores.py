"""What tests of several layers share: a PostgreSQL server, and stores of all kinds."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest

import postgres as database
from databases import MemorySite
from missing import cannot_test
from reihum.browser.indexed_log import IndexedLog
from reihum.store.log import Log

OpenLog: TypeAlias = Callable[[], Awaitable[Log]]


@pytest.fixture(scope="session")
def postgres() -> Iterator[database.Server]:
    """A PostgreSQL server for all tests of this process; without one they are skipped, and the summary says so."""
    if database.programs() is None:
        cannot_test(database.MISSING)
    server = database.Server()
    yield server
    server.remove()


@pytest.fixture(params=["sqlite", "postgres", "indexed"])
def open_log(request: pytest.FixtureRequest, tmp_path: Path) -> OpenLog:
    """Opens the same store again and again: a new one of each kind for every test."""
    if request.param == "sqlite":
        from reihum.store.sqlite import SqliteLog

        return lambda: SqliteLog.open(tmp_path / "store.sqlite")
    if request.param == "indexed":
        site = MemorySite()

        async def open_indexed() -> Log:
            return IndexedLog(site.open())

        return open_indexed
    from reihum.store.postgres import PostgresLog

    address = request.getfixturevalue("postgres").database()
    return lambda: PostgresLog.open(address)
