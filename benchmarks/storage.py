"""Durable appends a second, and how long one waits for its acknowledgement; beside them a bare loop on SQLite."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles

from msgspec import Struct

from reihum.store.log import Log
from reihum.store.sqlite import SqliteLog
from reihum.tables.chain import START, StoredEntry, chain

DATA = b'{"entry":"played","at":1700000000000,"by":"p-0123456789","command":"0123456789","seat":2,"move":"lay R11"}'
WRITERS = (1, 50, 400)
SECONDS = 2.0


class Speed(Struct, frozen=True):
    """How fast appends are; times in milliseconds."""

    name: str
    rate: float
    median: float
    p99: float


async def speed(name: str, log: Log, writers: int, seconds: float = SECONDS) -> Speed:
    """Some tables append one entry after another, each waiting for the acknowledgement."""
    times: list[float] = []
    end = time.perf_counter() + seconds

    async def play(table: str) -> None:
        seq, digest = 0, START
        while time.perf_counter() < end:
            seq += 1
            digest = chain(digest, table, seq, DATA)
            begun = time.perf_counter()
            await log.append(table, [StoredEntry(seq, DATA, digest)])
            times.append(time.perf_counter() - begun)

    await asyncio.gather(*(play(f"{writers}-{number}") for number in range(writers)))
    return Speed(name, len(times) / seconds, 1e3 * median(times), 1e3 * quantiles(times, n=100)[-1])


def bare(path: Path, group: int, seconds: float = SECONDS) -> float:
    """Entries a second that a bare loop writes to the same tables, a group in one commit: the limit."""
    asyncio.run(_create(path))
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA synchronous = FULL")
    end = time.perf_counter() + seconds
    seq = 0
    while time.perf_counter() < end:
        seq += 1
        rows = [(f"t{number}", seq, DATA, START) for number in range(group)]
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany("INSERT INTO entries VALUES (?, ?, ?, ?)", rows)
        connection.execute("COMMIT")
    connection.close()
    return seq * group / seconds


async def _create(path: Path) -> None:
    await (await SqliteLog.open(path)).close()


def speeds(database: str = "") -> Iterator[Speed]:
    """SQLite, and PostgreSQL if an address is given."""
    with tempfile.TemporaryDirectory() as folder:
        for writers in WRITERS:
            yield asyncio.run(_sqlite(Path(folder) / f"{writers}", writers))
        for group in WRITERS:
            rate = bare(Path(folder) / f"bare{group}", group)
            yield Speed(f"SQLite, bare loop, {group} in a commit", rate, 1e3 * group / rate, 1e3 * group / rate)
    if database:
        for writers in WRITERS:
            yield asyncio.run(_postgres(database, writers))


async def _sqlite(path: Path, writers: int) -> Speed:
    log = await SqliteLog.open(path)
    try:
        return await speed(f"SQLite, {writers} tables at once", log, writers)
    finally:
        await log.close()


async def _postgres(address: str, writers: int) -> Speed:
    from reihum.store.postgres import PostgresLog

    log = await PostgresLog.open(address)
    try:
        return await speed(f"PostgreSQL, {writers} tables at once", log, writers)
    finally:
        await log.close()


def main() -> None:
    """``python -m benchmarks.storage [ADDRESS]``."""
    for found in speeds(*sys.argv[1:2]):
        print(f"{found.name:38} {found.rate:>9,.0f}/s   median {found.median:6.2f} ms   p99 {found.p99:6.2f} ms")


if __name__ == "__main__":
    main()
