"""The store in a database: many processes, one truth, and a database that comes and goes."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from chains import rows
from loop import in_loop
from postgres import Server
from reihum.store import postgres_writer
from reihum.store.log import Conflict, PersonRow, StorageFailed
from reihum.store.postgres import PostgresLog
from reihum.tables.chain import StoredEntry, verify_chain
from reihum.tables.listings import Listing
from waiting import wait_until


class Ears:
    """Remembers what a store says about other processes."""

    def __init__(self, log: PostgresLog) -> None:
        self.grown: list[tuple[str, int]] = []
        self.notes: list[tuple[str, bytes]] = []
        self.missed = 0
        log.watch(lambda table, seq: self.grown.append((table, seq)), self._miss)
        log.hear(lambda table, note: self.notes.append((table, note)))

    def _miss(self) -> None:
        self.missed += 1


@asynccontextmanager
async def opened(address: str, count: int = 1) -> AsyncIterator[list[PostgresLog]]:
    """Several stores on one database, as several processes would have."""
    logs = await asyncio.gather(*(PostgresLog.open(address) for _ in range(count)))
    try:
        yield logs
    finally:
        await asyncio.gather(*(log.close() for log in logs))


@pytest.fixture
def address(postgres: Server) -> str:
    """A new database."""
    return postgres.database()


@in_loop
async def test_all_may_start_at_once(address: str) -> None:
    """Any number of processes find an empty database at the same time, and one schema is made."""
    async with opened(address, 8) as logs:
        await asyncio.gather(*(log.append(f"t{n}", rows(f"t{n}", b"x")) for n, log in enumerate(logs)))
        assert len(await logs[0].tables()) == 8


@in_loop
async def test_others_are_heard(address: str) -> None:
    """Each process hears of the others' appends and notes, in order, and not of its own."""
    async with opened(address, 3) as logs:
        ears = [Ears(log) for log in logs]
        first = rows("t", b"a", b"b")
        await logs[0].append("t", first)
        await logs[1].append("t", rows("t", b"c", before=first))
        await logs[2].announce("t", b"\x00\xff")
        await logs[0].announce("long", bytes(range(256)) * 200)
        await wait_until(lambda: len(ears[2].grown) == 2 and bool(ears[0].grown and ears[1].grown and ears[0].notes))
        assert [ear.grown for ear in ears] == [[("t", 3)], [("t", 2)], [("t", 2), ("t", 3)]]
        await wait_until(lambda: bool(ears[1].notes))
        await wait_until(lambda: len(ears[1].notes) == 2 and bool(ears[2].notes))
        long = ("long", bytes(range(256)) * 200)  # of any size
        assert [ear.notes for ear in ears] == [[("t", b"\x00\xff")], [("t", b"\x00\xff"), long], [long]]
        assert [ear.missed for ear in ears] == [0, 0, 0]


@in_loop
async def test_much_news_at_once(address: str) -> None:
    """More news than fits into one notification arrives all the same."""
    names = [f"{number:04}-ü-" + "x" * 50 for number in range(600)]
    async with opened(address, 2) as logs:
        ears = Ears(logs[1])
        await asyncio.gather(*(logs[0].append(name, rows(name, b"x")) for name in names))
        await wait_until(lambda: len(ears.grown) == len(names))
        assert sorted(ears.grown) == [(name, 1) for name in names]
        letters = list(logs[0]._news._letters((name, 2**60) for name in names))
        assert max(len(letter.encode()) for letter in letters) < 8000
        assert 5 < len(letters) < 20


@in_loop
async def test_processes_that_race(address: str) -> None:
    """Processes write to the same tables as fast as they can: every number is given once, nobody waits for ever."""
    tables = [f"t{number}" for number in range(6)]
    async with opened(address, 3) as logs:
        orders = (tables, tables[::-1], tables[1::2] + tables[::2])
        done = await asyncio.gather(
            *(race(log, table, 8) for log, order in zip(logs, orders, strict=True) for table in order)
        )
        assert sum(done) > 0
        for table in tables:
            found = await logs[0].read(table)
            verify_chain(table, found)
            assert len(found) == 3 * 8 * 2
            assert dict(await logs[1].find_listings())[table].data == b"%d" % len(found)


async def race(log: PostgresLog, table: str, goal: int) -> int:
    """Append two entries again and again, in spite of conflicts; returns the number of conflicts."""
    conflicts = 0
    there: list[StoredEntry] = []
    for _ in range(goal):
        while True:
            new = rows(table, b"a", b"b", before=there)
            try:
                await log.append(table, new, Listing(True, ("Paul",), b"%d" % new[-1].seq, 1))
                break
            except Conflict:
                conflicts += 1
                there += await log.read(table, len(there))
        there += new
    return conflicts


@in_loop
async def test_a_database_that_is_lost_and_comes_back(
    postgres: Server, address: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Without a database nothing is acknowledged; with it, everything goes on, and all hear that they may have missed
    something. The log has one line when that begins, and one when it is over."""
    async with opened(address, 2) as logs:
        ears = [Ears(log) for log in logs]
        there = rows("t", b"a")
        await logs[0].append("t", there)
        await asyncio.to_thread(postgres.stop)
        for what in (logs[0].append("t", rows("t", b"b", before=there)), logs[0].read("t"), logs[1].announce("t", b"")):
            with pytest.raises(StorageFailed) as caught:
                await what
            assert caught.value.code == "storage-away"
        with pytest.raises(StorageFailed):
            await logs[0].append("t", rows("t", b"b", before=there))
        ours = [record.getMessage()[:26] for record in caplog.records if record.name.startswith("reihum")]
        assert ours == ["Nothing can be stored at t"]
        await asyncio.to_thread(postgres.start)
        await logs[0].append("t", rows("t", b"c", before=there))
        ours = [record.getMessage()[:26] for record in caplog.records if record.name.startswith("reihum")]
        assert ours == ["Nothing can be stored at t", "The store can be written a"]
        await wait_until(lambda: all(ear.missed for ear in ears))
        assert [row.data for row in await logs[1].read("t")] == [b"a", b"c"]
        await logs[1].append("u", rows("u", b"a"))
        await wait_until(lambda: ("u", 1) in ears[0].grown)


@in_loop
async def test_connections_that_are_cut(postgres: Server, address: str) -> None:
    """When a database ends all connections, appends still succeed."""
    async with opened(address, 2) as logs:
        ears = Ears(logs[1])
        there: list[StoredEntry] = []
        for round_ in range(3):
            await postgres.execute(address, CUT)
            new = rows("t", b"x", before=there)
            await logs[0].append("t", new)
            there += new
            assert await logs[0].read("t") == there
            await wait_until(lambda expected=round_: ears.missed > expected)  # type: ignore[misc]


CUT = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


class Line:
    """A line to the server that can be cut at the worst moment: when it carries the answer to a commit."""

    def __init__(self, folder: Path, server: Path) -> None:
        self._folder = folder
        self._server = server
        self.cut_at_commit = False

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """While it is open, it can be called."""
        async with await asyncio.start_unix_server(self._carry, self._folder / ".s.PGSQL.5432"):
            yield

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_unix_connection(self._server / ".s.PGSQL.5432")
        answers = asyncio.create_task(self._pump(there, writer))
        try:
            while data := await reader.read(65536):
                cut = self.cut_at_commit and b"COMMIT" in data
                if cut:
                    self.cut_at_commit = False
                    answers.cancel()
                    await asyncio.wait([answers])
                back.write(data)
                if cut:
                    await there.read(1)  # it is committed, and nobody is told
                    break
        finally:
            answers.cancel()
            writer.transport.abort()
            back.transport.abort()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            writer.write(data)
        writer.close()


@in_loop
async def test_an_answer_that_is_lost(postgres: Server, address: str, tmp_path: Path) -> None:
    """If the connection is lost while the answer to a commit is on its way, the append is refused although it was
    made. Then the process hears that it may have missed something, and the next append meets a conflict."""
    line = Line(tmp_path, postgres.folder)
    async with line.open(), opened(address.replace(str(postgres.folder), str(tmp_path))) as (log,):
        ears = Ears(log)
        line.cut_at_commit = True
        with pytest.raises(StorageFailed):
            await log.append("t", rows("t", b"a"))
        assert ears.missed == 0
        with pytest.raises(Conflict):
            await log.append("t", rows("t", b"b"))
        assert ears.missed == 1
        assert await log.read("t") == rows("t", b"a")


@in_loop
async def test_a_connection_that_hangs(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection that does not answer is given up after a while, for another one; what it held back stays undone."""
    monkeypatch.setattr(postgres_writer, "WRITE_TIMEOUT_SECONDS", 1.0)
    async with opened(address) as (log,):
        there = rows("t", b"a")
        await log.append("t", there)
        assert log._writer._connection is not None
        backend = log._writer._connection.get_server_pid()
        os.kill(backend, signal.SIGSTOP)
        try:
            await log.append("t", rows("t", b"b", before=there))
        finally:
            os.kill(backend, signal.SIGCONT)
        await log.append("u", rows("u", b"x"))
        assert [row.data for row in await log.read("t")] == [b"a", b"b"]


@in_loop
async def test_a_commit_waits_for_the_disk(postgres: Server, address: str) -> None:
    """Whatever the database is used to otherwise."""
    await postgres.execute(
        address, f"ALTER DATABASE {address.split('/')[3].split('?')[0]} SET synchronous_commit = off"
    )
    async with opened(address) as (log,):
        await log.append("t", rows("t", b"x"))
        assert log._writer._connection is not None
        assert await log._writer._connection.fetchval("SHOW synchronous_commit") == "on"
    await postgres.execute(address, "ALTER ROLE reihum RESET synchronous_commit")


@in_loop
async def test_a_newer_format_is_refused(postgres: Server, address: str) -> None:
    """A database of a later version is left alone."""
    await (await PostgresLog.open(address)).close()
    await postgres.execute(address, "UPDATE reihum.version SET version = 99")
    with pytest.raises(StorageFailed) as caught:
        await PostgresLog.open(address)
    assert caught.value.code == "storage-newer"


@pytest.mark.parametrize(
    "wrong",
    ["postgresql://paul:top/secret@127.0.0.1:1/reihum", "no address", "http://127.0.0.1:1/?secret", "postgresql://["],
)
@in_loop
async def test_wrong_addresses(wrong: str) -> None:
    """Told in one sentence, without the password."""
    with pytest.raises(StorageFailed) as caught:
        await PostgresLog.open(wrong)
    assert caught.value.code in ("storage-open", "storage-address")
    assert "secret" not in str(caught.value)


@in_loop
async def test_a_database_of_format_1_opens(postgres: Server, address: str) -> None:
    """Its people had no digests. The first of several servers adds them; afterwards a changed row is not touched."""
    async with opened(address) as (log,):
        await log.add_person("p1", bytes(32), 10)
    await postgres.execute(
        address, "ALTER TABLE reihum.people DROP COLUMN digest; UPDATE reihum.version SET version = 1"
    )
    async with opened(address, 3) as logs:
        assert await logs[0].find_person(bytes(32)) == PersonRow("p1", bytes(32), 10, 10).seal()
        await postgres.execute(address, "UPDATE reihum.people SET made = 11")
        await logs[1].touch_person("p1", 20)
        async with logs[2].open_snapshot() as snapshot:
            (row,) = await snapshot.people()
        assert (row.seen_ms, row.is_sound) == (10, False)
