"""A store that grows: how long starting, lists, a count, a removal, compaction and a backup take with many tables, and
how much memory a host needs for match after match.

`python -m benchmarks.growth --tables 100000 --matches 20000`
"""

from __future__ import annotations

import argparse
import asyncio
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from urllib.request import urlopen

from rich.console import Console

from reihum.host.bot_runner import InlineBotRunner
from reihum.host.clock import SystemClock
from reihum.host.host import Host
from reihum.host.lists import check_store
from reihum.host.open_tables import ANY_TABLE, read_open_tables
from reihum.host.removals import Removals
from reihum.host.retention import DAY_MS, Retention, remove_old_tables
from reihum.host.room import Room
from reihum.host.workers import InlineExecutor
from reihum.store.backup import backup
from reihum.store.sqlite import SqliteLog, compact, open_snapshot
from reihum.tables.commands import Start
from reihum.tables.draft import Draft
from reihum.tables.rounds import play_moves
from reihum.tables.settings import Settings

TABLES, MATCHES = 20_000, 500
AT_ONCE = 500
"""How many tables are written together."""

PEOPLE = 1_000
"""How many people make the tables."""

TIMES = 5
"""The best of this many counts."""

REPORTS = 4
"""How often the memory is shown while matches are played."""


async def fill(path: Path, tables: int) -> None:
    """Make a store with tables, half of them open, of many people. It need not survive a power cut."""
    log = await SqliteLog.open(path, synchronous="OFF")
    host = Host(log, bots=InlineBotRunner(), executor=InlineExecutor())
    settings = [Settings(game="classic", seats=4, open=is_open) for is_open in (True, False)]
    for first in range(0, tables, AT_ONCE):
        numbers = range(first, min(first + AT_ONCE, tables))
        await asyncio.gather(
            *(host.create(f"p-{number % PEOPLE}", "Paul", settings[number % 2], fill="sensible") for number in numbers)
        )
        host.rooms.clear()
    await host.close()


async def measure(work: Callable[[], Awaitable[object]], times: int = TIMES) -> float:
    """The milliseconds of something, in the best of some tries."""
    found = []
    for _ in range(times):
        begun = time.perf_counter()
        await work()
        found.append(time.perf_counter() - begun)
    return 1e3 * min(found)


def measure_start(path: Path) -> float:
    """The seconds from the start of a server's process until it says that it is ready."""
    begun = time.perf_counter()
    words = [sys.executable, "-m", "reihum", "serve", "--lazy", "--port", "0", "--data", str(path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603
        assert server.stdout is not None
        address = re.search(r"http://\S+", server.stdout.readline())
        assert address is not None, "the server does not tell its address"
        try:
            with urlopen(f"{address[0]}/ready") as answer:  # noqa: S310 – loopback
                assert answer.status == 200
            return time.perf_counter() - begun
        finally:
            server.terminate()


async def measure_store(console: Console, path: Path, tables: int) -> None:
    """Print how long everything takes that depends on the number of tables."""

    async def start() -> None:
        await (await SqliteLog.open(path)).close()

    async def check() -> None:
        log = await SqliteLog.open(path)
        assert await check_store(log) == 0
        await log.close()

    async def copy() -> None:
        async with open_snapshot(path) as source:
            await backup(source, path.with_suffix(".backup"))

    console.print(f"{tables} tables, {path.stat().st_size / 1e6:.0f} MB")
    console.print(f"  opening the store    {await measure(start):9.1f} ms")
    console.print(f"  start until /ready   {1e3 * min(measure_start(path) for _ in range(TIMES)):9.1f} ms")
    console.print(f"  check at the start   {await measure(check, 1):9.1f} ms")
    log = await SqliteLog.open(path)
    works: dict[str, Callable[[], Awaitable[object]]] = {
        "a page of open tables": lambda: read_open_tables(log, ANY_TABLE),
        "tables of a person": lambda: log.find_listings(person="p-7"),
        "count of all tables": log.count_tables,
    }
    for name, work in works.items():
        console.print(f"  {name:<20} {await measure(work):9.1f} ms")
    console.print(f"  backup, all replayed {await measure(copy, 1):9.1f} ms")
    far = 4_000_000_000_000
    removals = Removals(log, SystemClock(), lambda _: False, alone=True)
    works = {"removal of nothing": lambda: remove_old_tables(log, Retention(finished_days=1), far, removals)}
    works["removal of all"] = lambda: remove_old_tables(log, Retention(unbegun_days=1), far + DAY_MS, removals)
    for name, work in works.items():
        console.print(f"  {name:<20} {await measure(work, 1):9.1f} ms")
    await log.close()
    before = path.stat().st_size
    console.print(f"  compaction           {await measure(lambda: compact(path), 1):9.1f} ms")
    console.print(f"  bytes before and after: {before}, {path.stat().st_size}")


async def play_match(host: Host) -> None:
    """Make a table and play its match to the end, with the first legal move each time."""
    settings = Settings(game="junior", seats=4, rounds=1)
    room: Room = await host.create("p-0", "Paul", settings, fill="random")
    await room.handle("p-0", 0, Start(id="start"))

    def play(draft: Draft) -> None:
        while (state := draft.table.state) is not None:
            seat = state.to_act[0]
            play_moves(draft, [(seat, state.legal(seat)[0])])

    await room.carry_out(play)
    await host.rooms.pop(room.table.id).close()


async def measure_memory(console: Console, path: Path, matches: int) -> None:
    """Print the memory of this process while it plays matches one after another."""
    log = await SqliteLog.open(path, synchronous="OFF")
    host = Host(log, bots=InlineBotRunner(), executor=InlineExecutor())
    for number in range(1, matches + 1):
        await play_match(host)
        if number % max(1, matches // REPORTS) == 0:
            console.print(f"  after {number} matches: {find_memory_mb():.0f} MB")
    await host.close()


def find_memory_mb() -> float:
    """The memory of this process that is in use now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 / 1e6


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.growth", description="Measure a store that grows.")
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--matches", type=int, default=MATCHES)
    chosen, console = parser.parse_args(), Console()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tables.sqlite"
        asyncio.run(fill(path, chosen.tables))
        asyncio.run(measure_store(console, path, chosen.tables))
        console.print(f"memory over {chosen.matches} matches")
        asyncio.run(measure_memory(console, Path(folder) / "matches.sqlite", chosen.matches))


if __name__ == "__main__":
    main()
