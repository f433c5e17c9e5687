"""The store in one file: one writer, one process, commits shared by all who wait."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import pytest

import log_writer
from chains import rows
from loop import in_loop
from reihum.store import sqlite_writer
from reihum.store.log import PersonRow, StorageFailed
from reihum.store.sqlite import SqliteLog, open_snapshot
from reihum.store.sqlite_file import connect
from reihum.tables.chain import verify_chain
from waiting import wait_until


class Slow:
    """A connection whose commits wait until they may go on, and are counted."""

    def __init__(self, path: Path, writes: bool) -> None:
        self._connection = connect(path, writes)

    commits = 0
    may_commit = threading.Event()

    @property
    def in_transaction(self) -> bool:
        return self._connection.in_transaction

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> Any:
        """Run a statement, a commit only when it may be run."""
        if sql == "COMMIT":
            type(self).commits += 1
            assert self.may_commit.wait(60)
        return self._connection.execute(sql, values)

    def close(self) -> None:
        self._connection.close()


@pytest.fixture
def slow() -> type[Slow]:
    """A fresh class of slow connections that do not wait yet."""

    class Fresh(Slow):
        commits = 0
        may_commit = threading.Event()

    Fresh.may_commit.set()
    return Fresh


def append_all(log: SqliteLog, count: int) -> list[asyncio.Task[None]]:
    """Begin an append to each of ``count`` tables."""
    return [asyncio.create_task(log.append(f"t{number}", rows(f"t{number}", b"x"))) for number in range(count)]


@in_loop
async def test_all_who_wait_share_a_commit(tmp_path: Path, slow: type[Slow]) -> None:
    """While the disk is busy, appends gather, and the event loop and readers go on; then one commit serves them all."""
    log = await SqliteLog.open(tmp_path / "store", connect=slow)
    slow.commits = 0
    slow.may_commit.clear()
    first = asyncio.create_task(log.append("first", rows("first", b"x")))
    await wait_until(lambda: slow.commits)
    others = append_all(log, 1000)
    await asyncio.sleep(0)
    assert await log.read("first") == []
    assert not any(task.done() for task in (first, *others))
    slow.may_commit.set()
    await asyncio.gather(first, *others)
    assert slow.commits == 2
    assert len(await log.tables()) == 1001
    await log.close()


@in_loop
async def test_the_queue_is_bounded(tmp_path: Path, slow: type[Slow], monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that is too slow slows down those who write instead of filling the memory."""
    monkeypatch.setattr(sqlite_writer, "MAX_WAITING_JOBS", 10)
    log = await SqliteLog.open(tmp_path / "store", connect=slow)
    slow.may_commit.clear()
    tasks = append_all(log, 100)
    await asyncio.sleep(0)
    assert log._writer._slots.locked()
    slow.may_commit.set()
    await asyncio.gather(*tasks)
    await log.close()


@in_loop
async def test_a_commit_waits_for_the_disk(tmp_path: Path) -> None:
    """WAL, every commit synced, and only the writer checkpoints."""
    log = await SqliteLog.open(tmp_path / "store")
    settings = {
        name: [file._one(f"PRAGMA {name}") for file in (log._writer._file, log._readers._idle[0])]
        for name in ("synchronous", "wal_autocheckpoint")
    }
    assert settings["synchronous"][0] == 2
    assert settings["wal_autocheckpoint"][0] > 0 == settings["wal_autocheckpoint"][1]
    assert log._writer._file._run("PRAGMA journal_mode") == [("wal",)]
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        log._readers._idle[0].forget_person("p")
    assert (tmp_path / "store").stat().st_mode & 0o777 == 0o600
    await log.close()
    assert not (tmp_path / "store-wal").exists()


@in_loop
async def test_one_process_only(tmp_path: Path) -> None:
    """Who opens a file that is in use is told so; a look at it is possible all the same."""
    log = await SqliteLog.open(tmp_path / "store")
    await log.append("t", rows("t", b"x"))
    with pytest.raises(StorageFailed) as caught:
        await SqliteLog.open(tmp_path / "store")
    assert caught.value.code == "storage-taken"
    assert str(tmp_path / "store") in str(caught.value)
    (tmp_path / "store.lock").unlink()  # somebody tidies up
    with pytest.raises(StorageFailed):
        await SqliteLog.open(tmp_path / "store")
    (tmp_path / "link").symlink_to(tmp_path / "store")
    with pytest.raises(StorageFailed):
        await SqliteLog.open(tmp_path / "link")
    async with open_snapshot(tmp_path / "store") as seen:
        assert await seen.tables() == ["t"]
    await log.append("t", rows("t", b"y", before=rows("t", b"x")))
    await log.close()
    await (await SqliteLog.open(tmp_path / "store")).close()


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"no database at all, but a long text " * 50, "storage-open"),
        (None, "storage-open"),
        ("old", "storage-foreign"),
    ],
)
@in_loop
async def test_files_that_are_something_else(tmp_path: Path, content: bytes | str | None, code: str) -> None:
    """Another program's file, a text, a folder: refused, and left as they are."""
    path = tmp_path / "store"
    if isinstance(content, bytes):
        path.write_bytes(content)
    elif content:
        with sqlite3.connect(path) as other:
            other.execute("CREATE TABLE mine (x)")
        other.close()
    else:
        path.mkdir()
    before = path.read_bytes() if path.is_file() else None
    for tried in (SqliteLog.open(path), open_snapshot(path).__aenter__()):
        with pytest.raises(StorageFailed) as caught:
            await tried
        assert caught.value.code == code
        assert str(path) in str(caught.value)
    assert (path.read_bytes() if path.is_file() else None) == before


@in_loop
async def test_a_newer_format_is_refused(tmp_path: Path) -> None:
    """A file written by a later version is neither read nor changed."""
    path = tmp_path / "store"
    await (await SqliteLog.open(path)).close()
    other = sqlite3.connect(path)
    other.execute("PRAGMA user_version = 99")
    other.close()
    for tried in (SqliteLog.open(path), open_snapshot(path).__aenter__()):
        with pytest.raises(StorageFailed) as caught:
            await tried
        assert caught.value.code == "storage-newer"
        assert "99" in str(caught.value)


@in_loop
async def test_a_file_of_format_1_opens(tmp_path: Path) -> None:
    """Its people had no digests. A look leaves the file as it is; a server adds them, and then finds changed rows."""
    path = tmp_path / "store"
    log = await SqliteLog.open(path)
    await log.append("t", rows("t", b"x"))
    await log.add_person("p1", bytes(32), 10)
    await log.close()
    with sqlite3.connect(path) as other:
        other.execute("ALTER TABLE people DROP COLUMN digest")
        other.execute("PRAGMA user_version = 1")
    other.close()
    async with open_snapshot(path) as seen:
        assert await seen.people() == [PersonRow("p1", bytes(32), 10, 10)]
    log = await SqliteLog.open(path)
    assert await log.find_person(bytes(32)) == PersonRow("p1", bytes(32), 10, 10).seal()
    assert await log.tables() == ["t"]
    await log.close()
    await (await SqliteLog.open(path)).close()


@in_loop
async def test_folders_are_made(tmp_path: Path) -> None:
    """A store can be opened where nothing is yet; a snapshot of nothing cannot be taken."""
    path = tmp_path / "new" / "folder" / "store"
    with pytest.raises(StorageFailed):
        await open_snapshot(path).__aenter__()
    assert not path.parent.exists()
    await (await SqliteLog.open(path)).close()
    assert path.exists()
    (tmp_path / "file").touch()
    with pytest.raises(StorageFailed) as caught:
        await SqliteLog.open(tmp_path / "file" / "store")
    assert caught.value.code == "storage-open"


@contextmanager
def writing_process(path: Path) -> Iterator[tuple[subprocess.Popen[str], IO[str]]]:
    """Another process that appends to a store for ever."""
    command = [sys.executable, log_writer.__file__, str(path)]
    paths = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, **paths}) as process:  # noqa: S603
        assert process.stdout is not None
        try:
            yield process, process.stdout
        finally:
            process.kill()


def read(output: IO[str]) -> str:
    """The next line of a process that is still alive."""
    line = output.readline()
    assert line, "it has stopped writing"
    return line


def read_until(output: IO[str], start: str) -> list[str]:
    """All lines up to one that starts so."""
    lines = []
    for _ in range(50_000):
        lines.append(read(output))
        if lines[-1].startswith(start):
            return lines
    raise AssertionError(f"{start} never came")


async def acknowledged_are_there(path: Path, lines: list[str]) -> None:
    """Everything that was acknowledged, and nothing in between, is in the store."""
    log = await SqliteLog.open(path)
    for table in await log.tables():
        found = await log.read(table)
        verify_chain(table, found)
        seqs = [int(line.split()[2]) for line in lines if line.startswith(f"+ {table} ")]
        assert max(seqs, default=0) <= len(found)
    await log.close()


@in_loop
async def test_kill_and_come_back(tmp_path: Path) -> None:
    """``kill -9``: the lock is gone with the process, what was acknowledged is there, writing goes on."""
    path = tmp_path / "store"
    lines: list[str] = []
    for kill in range(3):
        with writing_process(path) as (process, output):
            lines += [read(output) for _ in range(150 + 37 * kill)]
            with pytest.raises(StorageFailed) as caught:
                await SqliteLog.open(path)
            assert caught.value.code == "storage-taken"
            process.send_signal(signal.SIGKILL)
            lines += output.readlines()
        assert len(lines) > 100
        await acknowledged_are_there(path, lines)


@in_loop
async def test_an_outage_is_one_line_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """However many writes fail; and one line says that it is over."""
    log = await SqliteLog.open(tmp_path / "store")
    await log._writer.do(lambda file: file._run("PRAGMA max_page_count = 1"))
    for _ in range(3):
        with pytest.raises(StorageFailed):
            await log.append("t", rows("t", bytes(100_000)))
    await log._writer.do(lambda file: file._run("PRAGMA max_page_count = 1000000"))
    await log.append("t", rows("t", b"x"))
    assert [line[:26] for line in caplog.messages] == ["Nothing can be stored at t", "The store can be written a"]
    await log.close()


@in_loop
async def test_a_disk_that_is_full_for_a_while(tmp_path: Path) -> None:
    """A real file that may not grow: appends fail, nothing is acknowledged; when it may, they work again."""
    path = tmp_path / "store"
    with writing_process(path) as (process, output):
        lines = [read(output) for _ in range(50)]
        size = max(Path(f"{path}-wal").stat().st_size, path.stat().st_size)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (size + 20_000, resource.RLIM_INFINITY))
        lines += read_until(output, "storage")
        refused = [read(output) for _ in range(10)]
        while not all(line.startswith("storage") for line in refused[-10:]):  # a small append may still find room
            refused.append(read(output))
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        lines += read_until(output, "+")
        lines += [read(output) for _ in range(100)]
        process.kill()
        lines += output.readlines()
    assert lines[-1].startswith("+")
    await acknowledged_are_there(path, refused + lines)
