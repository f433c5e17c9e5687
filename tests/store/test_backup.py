"""Backups: everything in one file and back again, and every table checked on the way."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest

from chains import rows
from evening import play_an_evening
from loop import in_loop
from reihum.errors import IllegalMove
from reihum.store import backup as module
from reihum.store.backup import BackupReport, backup, check, replay_entries, restore, restore_file
from reihum.store.log import Log, StorageFailed
from reihum.store.sqlite import SqliteLog, open_snapshot
from reihum.tables.chain import StoredEntry
from reihum.tables.listings import Listing

OpenLog = Callable[[], Awaitable[Log]]


def believe(table: str, entries: Sequence[StoredEntry]) -> None:
    """For tests that are not about games: anything may have happened."""


async def contents(log: Log) -> object:
    """All that a store holds."""
    async with log.open_snapshot() as found:
        tables = await found.tables()
        return (
            await found.read_tables(tables),
            await found.people(),
        )


@in_loop
async def test_there_and_back_again(open_log: OpenLog, tmp_path: Path) -> None:
    """A backup of either store, restored to the same kind of store or to a file, holds the same."""
    log = await open_log()
    await play_an_evening(log)
    seen: list[tuple[int, int]] = []
    async with log.open_snapshot() as source:
        report = await backup(source, tmp_path / "backup", progress=lambda *now: seen.append(now))
    assert report.damaged == ()
    assert (report.tables, report.people) == (3, 2)
    assert report.entries > 50
    assert seen[-1] == (6, 6)
    assert sorted(seen) == seen
    there = await contents(log)
    await log.close()
    assert await restore_file(tmp_path / "backup", tmp_path / "again") == report
    again = await SqliteLog.open(tmp_path / "again")
    assert await contents(again) == there
    await again.close()


@in_loop
async def test_restored_to_a_store_that_is_open(open_log: OpenLog, tmp_path: Path) -> None:
    """A backup goes into an empty store of either kind, and into no other."""
    first = await SqliteLog.open(tmp_path / "first")
    await play_an_evening(first)
    there = await contents(first)
    async with first.open_snapshot() as source:
        report = await backup(source, tmp_path / "backup")
    await first.close()
    log = await open_log()
    assert await restore(tmp_path / "backup", log) == report
    assert await contents(log) == there
    with pytest.raises(StorageFailed) as caught:
        await restore(tmp_path / "backup", log)
    assert caught.value.code == "restore-not-empty"
    await log.close()


@in_loop
async def test_a_backup_while_others_write(open_log: OpenLog, tmp_path: Path) -> None:
    """A backup is the store at one moment: appends that touch several tables in order are cut off at one point."""
    log = await open_log()
    tables = {f"t{number}": rows(f"t{number}", *(b"%d" % entry for entry in range(20))) for number in range(12)}
    for table, entries in tables.items():
        await log.append(table, entries[:1])

    async def play() -> None:
        for seq in range(1, 20):
            for table, entries in tables.items():
                await log.append(table, [entries[seq]], Listing(True, (), b"%d" % (seq + 1), 1))

    playing = asyncio.create_task(play())
    while len(await log.read("t0")) < 5:
        await asyncio.sleep(0)
    async with log.open_snapshot() as source:
        await backup(source, tmp_path / "backup", replay=believe)
    await playing
    async with open_snapshot(tmp_path / "backup") as saved:
        found = await saved.read_tables([*tables])
    lengths = [len(append.rows) for append in found]
    assert max(lengths) - min(lengths) <= 1
    assert lengths == sorted(lengths, reverse=True)
    assert 5 <= max(lengths) < 20
    assert [int(append.listing.data) for append in found if append.listing] == lengths
    await log.close()


@in_loop
async def test_a_backup_is_one_private_file(tmp_path: Path) -> None:
    """Nothing lies beside it, nobody else may read it, it can be read where nothing can be written, and it is not
    written over."""
    folder = tmp_path / "backups"
    folder.mkdir()
    log = await SqliteLog.open(tmp_path / "store")
    await log.append("t", rows("t", b"x"))
    for again in (False, True):
        async with log.open_snapshot() as source:
            if again:
                with pytest.raises(StorageFailed) as caught:
                    await backup(source, folder / "backup", replay=believe)
                assert caught.value.code == "backup-exists"
            else:
                await backup(source, folder / "backup", replay=believe)
    await log.close()
    assert [path.name for path in folder.iterdir()] == ["backup"]
    assert stat.S_IMODE((folder / "backup").stat().st_mode) == 0o600
    plain = sqlite3.connect(f"{(folder / 'backup').as_uri()}?immutable=1", uri=True)
    assert plain.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert plain.execute("SELECT count(*) FROM entries").fetchall() == [(1,)]
    plain.close()


@in_loop
async def test_a_backup_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing half is left behind."""
    log = await SqliteLog.open(tmp_path / "store")
    await log.append("t", rows("t", b"x"))
    async with log.open_snapshot() as source:
        with pytest.raises(StorageFailed) as caught:
            await backup(source, tmp_path / "store" / "backup", replay=believe)
        assert caught.value.code == "backup-write"

        def full(*_: Path) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(module, "_finish", full)
        with pytest.raises(StorageFailed) as caught:
            await backup(source, tmp_path / "backup", replay=believe)
        assert "No space left" in str(caught.value)
    await log.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["store", "store.lock"]


def forge(path: Path, sql: str, *values: object) -> None:
    """Change a store behind everybody's back."""
    with sqlite3.connect(path) as connection:
        connection.execute(sql, values)
    connection.close()


async def long_table(log: Log) -> str:
    """The table with the most entries."""
    return max([(len(await log.read(table)), table) for table in await log.tables()])[1]


async def damaged_backup(folder: Path) -> Path:
    """A backup in which one table was tampered with, and another one holds what cannot have happened."""
    log = await SqliteLog.open(folder / "store")
    await play_an_evening(log)
    for table in ("t-nonsense", "c-nonsense"):
        await log.append(table, rows(table, b'{"what": "is this"}'))
    moved = await long_table(log)
    await log.close()
    forge(folder / "store", "UPDATE entries SET data = CAST(data || ' ' AS BLOB) WHERE table_id = ? AND seq = 9", moved)
    async with open_snapshot(folder / "store") as source:
        report = await backup(source, folder / "backup")
    assert [damage.id for damage in report.damaged] == sorted([moved, "t-nonsense", "c-nonsense"])
    told = {damage.id: damage.message.key for damage in report.damaged}
    assert told == {moved: "error.log-digest", "t-nonsense": "error.log-nonsense", "c-nonsense": "error.log-nonsense"}
    return folder / "backup"


@in_loop
async def test_damage_is_found(tmp_path: Path) -> None:
    """A damaged table is named; the backup is kept, and the sound tables can be restored."""
    file = await damaged_backup(tmp_path)
    report = await restore_file(file, tmp_path / "new")
    assert (report.tables, report.entries, report.people, len(report.damaged)) == (0, 0, 0, 3)
    assert not (tmp_path / "new").exists()
    report = await restore_file(file, tmp_path / "new", skip_damaged=True)
    assert (report.tables, len(report.damaged)) == (2, 3)
    async with open_snapshot(tmp_path / "new") as restored:
        assert await check(restored) == BackupReport(report.tables, report.entries, report.people)
    assert not [path.name for path in tmp_path.iterdir() if "part" in path.name]


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE people SET id = 'p9' WHERE id = 'p1'",
        "UPDATE people SET secret_hash = zeroblob(32) WHERE id = 'p1'",
        "UPDATE people SET made = made + 1 WHERE id = 'p1'",
        "UPDATE people SET seen = seen - 1 WHERE id = 'p1'",
        "UPDATE people SET digest = zeroblob(32) WHERE id = 'p1'",
    ],
)
@in_loop
async def test_a_changed_person_is_found(tmp_path: Path, change: str) -> None:
    """A person's row has a digest: a backup copies a changed row as it is and reports it, a visit does not hide it, and
    a restore leaves it out if it may."""
    log = await SqliteLog.open(tmp_path / "store")
    for number in (1, 2):
        await log.add_person(f"p{number}", bytes([number]) * 32, 10)
    await log.touch_person("p1", 20)
    async with log.open_snapshot() as source:
        assert (await check(source)).damaged == ()
    forge(tmp_path / "store", change)
    for person in ("p1", "p9"):
        await log.touch_person(person, 30)
    async with log.open_snapshot() as source:
        report = await backup(source, tmp_path / "backup")
    await log.close()
    (damage,) = report.damaged
    assert (damage.id in ("p1", "p9"), damage.message.key, report.people) == (True, "error.person-damaged", 1)
    assert (await restore_file(tmp_path / "backup", tmp_path / "new")).damaged == report.damaged
    assert not (tmp_path / "new").exists()
    await restore_file(tmp_path / "backup", tmp_path / "new", skip_damaged=True)
    async with open_snapshot(tmp_path / "new") as restored:
        assert [row.id for row in await restored.people()] == ["p2"]


@in_loop
async def test_a_damaged_index_is_found(tmp_path: Path) -> None:
    """An index that hides rows is reported by a check, and by a backup of the store."""
    log = await SqliteLog.open(tmp_path / "store")
    await log.add_person("p1", bytes(32), 10)
    await log.close()
    pages = "(SELECT rootpage FROM sqlite_schema WHERE name = 'listings_by_time')"
    with sqlite3.connect(tmp_path / "store") as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(f"UPDATE sqlite_schema SET rootpage = {pages} WHERE name = 'people_by_time'")  # noqa: S608
    connection.close()
    async with open_snapshot(tmp_path / "store") as source:
        reports = [await check(source), await backup(source, tmp_path / "backup")]
    assert {damage.message.key for report in reports for damage in report.damaged} == {"error.storage-inconsistent"}
    assert all(report.damaged for report in reports)


@in_loop
async def test_a_damaged_schema_is_found(tmp_path: Path) -> None:
    """A file whose schema is not even text is refused with a reason, as other damaged files are."""
    log = await SqliteLog.open(tmp_path / "store")
    await log.close()
    raw = (tmp_path / "store").read_bytes()
    (tmp_path / "store").write_bytes(raw.replace(b"CREATE TABLE entries (", b"CREATE TABLE \xcc\xcc \xcc\xcc (("))
    with pytest.raises(StorageFailed, match="malformed"):
        async with open_snapshot(tmp_path / "store") as source:
            await check(source)


@in_loop
async def test_what_cannot_have_happened_is_found(tmp_path: Path) -> None:
    """A forger who also makes the hash chain right is found out when the table is played again."""
    log = await SqliteLog.open(tmp_path / "store")
    await play_an_evening(log)
    table = await long_table(log)
    entries = await log.read(table)
    await log.close()
    replay_entries(table, entries)
    moves = [number for number, row in enumerate(entries) if b'"lay ' in row.data]
    assert len(moves) > 10
    for gone in moves[::5]:
        with pytest.raises(IllegalMove):
            replay_entries(table, rows(table, *(row.data for number, row in enumerate(entries) if number != gone)))


@in_loop
async def test_where_a_backup_goes(tmp_path: Path) -> None:
    """A backup goes into an empty file, but not into one that is in use or has contents; other files are refused as
    backups."""
    log = await SqliteLog.open(tmp_path / "store")
    await log.append("t", rows("t", b"x"))
    async with log.open_snapshot() as source:
        await backup(source, tmp_path / "backup", replay=believe)
    codes = []
    for target in ("store", "backup"):
        with pytest.raises(StorageFailed) as caught:
            await restore_file(tmp_path / "backup", tmp_path / target, replay=believe)
        codes.append(caught.value.code)
    await log.close()
    assert codes == ["storage-taken", "restore-not-empty"]
    await (await SqliteLog.open(tmp_path / "empty")).close()
    assert (await restore_file(tmp_path / "backup", tmp_path / "empty", replay=believe)).tables == 1
    (tmp_path / "text").write_text("no backup")
    with pytest.raises(StorageFailed) as caught:
        await restore_file(tmp_path / "text", tmp_path / "new")
    assert caught.value.code == "storage-open"
    assert not (tmp_path / "new").exists()
