"""Backups that the server writes by itself."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

from evening import play_an_evening
from house import StillClock, awaited
from reihum.server.backups import RETRY_SECONDS, BackupSchedule, make_writer
from reihum.server.config import Config
from reihum.server.metrics import Metrics
from reihum.server.server import open_server
from reihum.store.location import Location
from reihum.store.sqlite import SqliteLog
from terminal import reihum
from waiting import wait_until

HOUR_SECONDS = 3600


def list_names(folder: Path) -> list[str]:
    """The files in a folder."""
    return sorted(file.name for file in folder.iterdir())


class Desk:
    """A schedule with a clock that a test moves. Writing fails while ``fault`` is set."""

    def __init__(self, folder: Path, keep: int = 3) -> None:
        self.clock, self.metrics, self.fault = StillClock(), Metrics(), ""
        self.written: list[str] = []
        self.schedule = BackupSchedule(folder, 24, keep, self.clock, self.metrics, self._write)

    async def _write(self, file: Path) -> str:
        self.written.append(file.name)
        file.write_text(self.fault or "a backup")  # a backup with a damaged table is written, too
        return self.fault

    async def wait_until_planned(self, count: int) -> None:
        """Wait until this many pauses have begun."""
        await wait_until(lambda: self.clock.planned >= count)

    def read(self, name: str) -> str:
        """A metric."""
        lines = self.metrics.encode().decode().splitlines()
        return next(line.rpartition(" ")[2] for line in lines if line.startswith(f"{name} "))


@awaited
async def test_backups_come_in_time_and_the_oldest_go(tmp_path: Path) -> None:
    """The first one at once, then one a day; only as many stay as are wanted, and other files are left alone."""
    others = ["mine.sqlite", "reihum-20261399-000000.sqlite"]  # an impossible date
    for name in others:
        (tmp_path / name).write_text("mine")
    (tmp_path / ".reihum-19700101-000000.sqlite.part").write_text("interrupted")
    desk = Desk(tmp_path)
    assert desk.schedule.find_wait() == 0
    for _ in range(5):
        await desk.schedule.back_up()
        assert desk.schedule.find_wait() == 24 * HOUR_SECONDS
        await desk.clock.forward(desk.schedule.find_wait())
    assert list_names(tmp_path) == sorted([*others, *desk.written[-3:]])
    assert desk.read('reihum_backups_total{result="done"}') == "5.0"
    assert float(desk.read("reihum_backup_timestamp_seconds")) == desk.clock.now() / 1000 - 24 * HOUR_SECONDS


@awaited
async def test_a_file_in_place_of_the_folder_is_a_failure_that_is_told(tmp_path: Path) -> None:
    """And another try comes later, as after every failure."""
    (tmp_path / "folder").write_text("a file")
    desk = Desk(tmp_path / "folder")
    running = asyncio.create_task(desk.schedule.run())
    for tries in (1, 2):
        await desk.wait_until_planned(2 * tries - 1)
        await desk.clock.forward(0)
        await desk.wait_until_planned(2 * tries)
        assert desk.read('reihum_backups_total{result="failed"}') == f"{tries}.0"
        assert desk.schedule.failed == "File exists"
        await desk.clock.forward(RETRY_SECONDS)
    running.cancel()


@awaited
async def test_the_schedule_runs(tmp_path: Path) -> None:
    """A server that has no backup yet writes one as soon as it starts."""
    desk = Desk(tmp_path / "new")
    running = asyncio.create_task(desk.schedule.run())
    await desk.wait_until_planned(1)
    await desk.clock.forward(1)
    await desk.wait_until_planned(2)  # it waits for the next one
    running.cancel()
    assert list_names(tmp_path / "new") == desk.written != []


@awaited
async def test_a_failure_is_told_and_nothing_is_removed(tmp_path: Path) -> None:
    """The metrics count it, and the sound backup before it stays until there is another sound one."""
    desk = Desk(tmp_path, keep=1)
    await desk.schedule.back_up()
    desk.fault = "a table is damaged"
    await desk.clock.forward(24 * HOUR_SECONDS)
    await desk.schedule.back_up()
    assert desk.schedule.failed == "a table is damaged"
    assert list_names(tmp_path) == desk.written
    assert desk.read('reihum_backups_total{result="failed"}') == "1.0"
    desk.fault = ""
    await desk.clock.forward(24 * HOUR_SECONDS)
    await desk.schedule.back_up()
    assert desk.schedule.failed == ""
    assert list_names(tmp_path) == desk.written[-1:]


@awaited
async def test_a_folder_that_cannot_be_made_is_a_failure(tmp_path: Path) -> None:
    """The server goes on and says why."""
    (tmp_path / "file").write_text("")
    desk = Desk(tmp_path / "file")
    await desk.schedule.back_up()
    assert desk.schedule.failed


@awaited
async def test_a_running_store_is_backed_up_and_restored(tmp_path: Path) -> None:
    """Another process writes the backup while the store is open; it is verified, and can be restored."""
    log = await SqliteLog.open(tmp_path / "store")
    await play_an_evening(log)
    write = make_writer(Location(data=str(tmp_path / "store")))
    assert await write(tmp_path / "backup") == ""
    assert "exists" in await write(tmp_path / "backup")
    await log.close()
    run = await asyncio.to_thread(reihum, "restore", str(tmp_path / "backup"), "--data", str(tmp_path / "new"))
    assert run.status == 0
    read = "SELECT table_id, seq, data, digest FROM entries ORDER BY 1, 2"
    stores = [sqlite3.connect(tmp_path / name) for name in ("store", "new")]
    before, after = [store.execute(read).fetchall() for store in stores]
    for store in stores:
        store.close()
    assert before == after != []


@awaited
async def test_a_damaged_table_makes_the_backup_fail(tmp_path: Path) -> None:
    """The error says so."""
    log = await SqliteLog.open(tmp_path / "store")
    await play_an_evening(log)
    await log.close()
    store = sqlite3.connect(tmp_path / "store")
    store.execute("UPDATE entries SET data = '{}' WHERE seq = 2")
    store.commit()
    store.close()
    assert "damaged" in await make_writer(Location(data=str(tmp_path / "store")))(tmp_path / "backup")


@awaited
async def test_the_settings_start_the_schedule(tmp_path: Path) -> None:
    """Without a folder there are no backups."""
    for folder in ("", str(tmp_path / "backups")):
        config = Config(port=0, data=str(tmp_path / "store"), backup_folder=folder, lazy=True, no_push=True)
        async with open_server(config) as server:
            assert (server.service.backups is not None) == bool(folder)
