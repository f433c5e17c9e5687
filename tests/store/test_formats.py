"""Stores of every earlier format still open. The files in ``formats`` are dumps of stores: the format, and the commit
whose code has made the store."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from house import awaited
from postgres import Server
from reihum.store.backup import backup, check, restore
from reihum.store.postgres import PostgresLog
from reihum.store.sqlite import SqliteLog
from reihum.store.sqlite_file import VERSION
from terminal import reihum

DUMPS = sorted((Path(__file__).parent / "formats").glob("*.sql"))
TABLES, ENTRIES, PEOPLE = 3, 70, 2
"""What every dump holds: a finished match, one that has begun, and a circle of two people."""


def load(dump: Path, store: Path) -> list[tuple[object, ...]]:
    """Make the store of a dump; returns its entries."""
    connection = sqlite3.connect(store)
    connection.executescript(dump.read_text())
    entries = connection.execute("SELECT table_id, seq, data, digest FROM entries ORDER BY 1, 2").fetchall()
    connection.close()
    return entries


def read_version(store: Path) -> int:
    """The format of a store."""
    connection = sqlite3.connect(store)
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    connection.close()
    return int(version)


def test_every_format_has_a_dump() -> None:
    """If you raise the format, add a dump of a store that the new code has made."""
    assert {int(dump.name.partition("-")[0]) for dump in DUMPS} == {*range(1, VERSION + 1)}


@pytest.mark.parametrize("dump", DUMPS, ids=lambda dump: dump.stem)
@awaited
async def test_an_old_store_opens(dump: Path, tmp_path: Path) -> None:
    """Its entries stay as they are, its tables replay, its people are known, and a backup of it can be restored."""
    before = load(dump, tmp_path / "store")
    log = await SqliteLog.open(tmp_path / "store")
    async with log.open_snapshot() as snapshot:
        report = await check(snapshot)
        saved = await backup(snapshot, tmp_path / "backup")
        people = await snapshot.people()
    assert (report.tables, report.entries, report.people, report.damaged) == (TABLES, ENTRIES, PEOPLE, ())
    assert (saved.tables, saved.entries, saved.people, saved.damaged) == (TABLES, ENTRIES, PEOPLE, ())
    for person in people:
        found = await log.find_person(person.secret_hash)
        assert found is not None
        assert len(await log.find_listings(person=person.id)) > 0
    await log.close()
    assert read_version(tmp_path / "store") == read_version(tmp_path / "backup") == VERSION
    again = await SqliteLog.open(tmp_path / "new")
    assert (await restore(tmp_path / "backup", again)).damaged == ()
    await again.close()
    for name in ("store", "new"):
        connection = sqlite3.connect(tmp_path / name)
        assert connection.execute("SELECT table_id, seq, data, digest FROM entries ORDER BY 1, 2").fetchall() == before
        connection.close()


@pytest.mark.parametrize("dump", DUMPS, ids=lambda dump: dump.stem)
def test_an_old_store_can_be_read_without_opening_it(dump: Path, tmp_path: Path) -> None:
    """``reihum check`` and ``reihum backup`` change nothing, not even the format."""
    load(dump, tmp_path / "store")
    version = read_version(tmp_path / "store")
    assert reihum("check", "--data", str(tmp_path / "store")).status == 0
    assert reihum("backup", str(tmp_path / "backup"), "--data", str(tmp_path / "store")).status == 0
    assert read_version(tmp_path / "store") == version


@awaited
async def test_an_old_backup_goes_into_a_database(postgres: Server, tmp_path: Path) -> None:
    """The oldest file that there is can be restored into PostgreSQL."""
    load(DUMPS[0], tmp_path / "backup")
    log = await PostgresLog.open(await postgres.new_database())
    report = await restore(tmp_path / "backup", log)
    assert (report.tables, report.people, report.damaged) == (TABLES, PEOPLE, ())
    await log.close()
