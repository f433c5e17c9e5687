"""The SQLite store on a disk that loses power, fills up and fails."""

from __future__ import annotations

import shutil
from itertools import count
from pathlib import Path
from random import Random

import pytest

from chains import rows
from disk import Disk, Fault, disk_full, io_error
from loop import in_loop
from reihum.store import sqlite_writer
from reihum.store.log import StorageFailed
from reihum.store.sqlite import SqliteLog
from reihum.tables.chain import DamagedLog, StoredEntry
from reihum.tables.listings import Listing
from tools.campaigns.power import CutStore
from waiting import wait_until


async def losses(folder: Path, cuts: int, synchronous: str) -> int:
    """How often something acknowledged was lost; a store that is damaged is lost for good."""
    store = CutStore(folder, Random(1), synchronous)
    count = 0
    try:
        for _ in range(cuts):
            await store.play_until_cut()
            count += len(await store.find_losses())
    except (StorageFailed, DamagedLog):
        count += 1
    return count


@in_loop
async def test_nothing_acknowledged_is_lost_when_the_power_is_cut(tmp_path: Path) -> None:
    """Over many cuts at random moments every acknowledged entry is there, and every append is there whole."""
    assert await losses(tmp_path, 100, "FULL") == 0


@pytest.mark.parametrize("synchronous", ["OFF", "NORMAL"])
@in_loop
async def test_the_power_cut_can_be_felt(tmp_path: Path, synchronous: str) -> None:
    """The same check fails when SQLite is told not to wait for the disk at every commit."""
    assert await losses(tmp_path, 15, synchronous) > 0


@pytest.mark.parametrize(("fault", "lasts"), [(disk_full, True), (io_error, False)])
@in_loop
async def test_a_fault_at_every_write_and_sync(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: Fault, lasts: bool
) -> None:
    """Wherever the disk fails: what was refused is not there, not even for who comes after a crash; what was
    acknowledged is; and it goes on when the disk works again."""
    monkeypatch.setattr(sqlite_writer, "RETRY_SECONDS", 0.01)
    for limit in count():
        folder = tmp_path / str(limit)
        folder.mkdir()
        disk = Disk()
        log = await SqliteLog.open(folder / "store.sqlite", connect=disk.connect)
        disk.fault, disk.lasts, disk.limit = fault, lasts, limit
        kept, refused = await until_refused(log)
        disk.limit = None
        if not disk.failed:
            break
        # Nothing is refused if only moving pages from the WAL to the file has failed: that is done again later.
        assert refused is None or refused.code == ("storage-full" if fault is disk_full else "storage")
        assert await log.read("t") == kept
        await wait_until(lambda log=log: not log._writer.outage.lasts)  # type: ignore[misc]
        assert await left_by_a_crash(folder) == kept
        new = rows("t", b"it works again", before=kept)
        await log.append("t", new)
        await log.close()
        assert await left_by_a_crash(folder) == kept + new
    await log.close()
    assert limit > 40


async def until_refused(log: SqliteLog) -> tuple[list[StoredEntry], StorageFailed | None]:
    """Append some entries: what was acknowledged, and the first refusal."""
    kept: list[StoredEntry] = []
    for number in range(8):
        new = rows("t", b"%d" % number * 5000, before=kept)
        try:
            await log.append("t", new, Listing(True, ("Paul",), b"", 1))
        except StorageFailed as error:
            return kept, error
        kept += new
    return kept, None


async def left_by_a_crash(folder: Path) -> list[StoredEntry]:
    """What a new process would find if this one were killed now."""
    after = Path(shutil.copytree(folder, folder / "after", ignore=shutil.ignore_patterns("*-shm", "*.lock", "after")))
    try:
        log = await SqliteLog.open(after / "store.sqlite")
        found = await log.read("t")
        await log.close()
        return found
    finally:
        shutil.rmtree(after)
