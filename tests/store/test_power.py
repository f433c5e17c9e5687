"""The SQLite store on a disk that loses power, fills up and fails."""

from __future__ import annotations

import asyncio
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
from reihum.tables.chain import DamagedLog, StoredEntry, verify
from reihum.tables.listings import Listing
from waiting import wait_until

TABLES = [f"t{number}" for number in range(5)]


class Evening:
    """Several tables that play on one store over many power cuts, and remember what was acknowledged."""

    def __init__(self, folder: Path, dice: Random, synchronous: str) -> None:
        self.dice = dice
        self._folder = folder
        self._synchronous = synchronous
        self._cuts = 0
        self.known: dict[str, list[StoredEntry]] = {table: [] for table in TABLES}
        """What each table holds for certain: read after a cut, or acknowledged since."""

    async def until_the_lights_go_out(self) -> None:
        """Play until the power is cut somewhere in the middle of a write or a sync."""
        disk = Disk()
        log = await SqliteLog.open(self._path, connect=disk.connect, synchronous=self._synchronous)
        await log.append("start", rows("start", b"x") if not await log.read("start") else [])
        disk.limit = self.dice.randrange(60)
        await asyncio.gather(*(self._play(log, table) for table in TABLES))
        self._cuts += 1
        self._path.parent.mkdir()
        disk.cut(self.dice, self._path.parent)
        await log.close()

    @property
    def _path(self) -> Path:
        return self._folder / str(self._cuts) / "store.sqlite"

    async def _play(self, log: SqliteLog, table: str) -> None:
        for _ in range(100):
            new = rows(table, *[self.dice.randbytes(200)] * self.dice.randint(1, 3), before=self.known[table])
            try:
                await log.append(table, new, Listing(True, ("Paul",), b"%d" % new[-1].seq, new[-1].seq))
            except StorageFailed:
                return
            self.known[table] += new

    async def lost(self) -> list[str]:
        """The tables that lack something acknowledged; goes on with what is there."""
        log = await SqliteLog.open(self._path)
        missing = []
        for table in TABLES:
            found = await log.read(table)
            verify(table, found)
            if found[: len(self.known[table])] != self.known[table]:
                missing.append(table)
            self.known[table] = found
        for table, listing in await log.find_listings():
            assert listing.data == b"%d" % len(self.known[table])
        await log.close()
        return missing


async def losses(folder: Path, cuts: int, synchronous: str, seed: int = 1) -> int:
    """How often something acknowledged was lost; a store that is damaged is lost for good."""
    (folder / "0").mkdir()
    evening = Evening(folder, Random(seed), synchronous)
    count = 0
    try:
        for _ in range(cuts):
            await evening.until_the_lights_go_out()
            count += len(await evening.lost())
    except (StorageFailed, DamagedLog):
        count += 1
    return count


@in_loop
async def test_nothing_acknowledged_is_lost_when_the_power_is_cut(tmp_path: Path) -> None:
    """Over many cuts at random moments every acknowledged entry is there, and every append is there whole."""
    assert await losses(tmp_path, 100, "FULL") == 0


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
@in_loop
async def test_nothing_acknowledged_is_lost_over_thousands_of_cuts(tmp_path: Path, seed: int) -> None:
    """The same, for long."""
    assert await losses(tmp_path, 500, "FULL", seed) == 0


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
        await wait_until(lambda log=log: not log._writer._outage.lasts)  # type: ignore[misc]
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
