"""One, two and four server processes on one PostgreSQL: how many moves they make together, and how long a move waits.

``python -m benchmarks.processes [DATABASE] [--tables 200] [--rate 200] [--seconds 10]``. Without the address of a
database it starts PostgreSQL from the programs of this machine, with fsync. The four people of a table are together at
one process, as with a proxy that looks at the path, or spread over the processes, as with a plain proxy: then every
move goes through the database to the other processes.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import quantiles

from msgspec import Struct
from rich.console import Console
from rich.table import Table as Printed

from benchmarks.load import LAZY, SERVE, UNLIMITED, Drive, all_of, cpu_seconds, many_files, process
from benchmarks.seats import NAMES, LoadTable, invite

CASES = ((1, False), (2, False), (4, False), (2, True), (4, True))
"""How many processes, and whether the people of a table are spread over them."""

SHORT_CASES = CASES[0], CASES[3]
"""Those of a run that only shows that the benchmark works."""

TABLES, RATE, SECONDS, WARM_UP_SECONDS = 200, 200.0, 10.0, 2.0


class ProcessFigures(Struct, kw_only=True):
    """What some processes do together. Times in milliseconds; ``fastest``: moves a second without any pause."""

    processes: int
    p50_ms: float
    p99_ms: float
    fastest: float
    work_ms: float
    """The processor time of all servers for a move, at the fastest."""


@contextmanager
def start_database() -> Iterator[str]:
    """A PostgreSQL server with fsync: the address of an empty database."""
    sys.path.append(str(Path(__file__).parent.parent / "tests"))
    from postgres import Server

    server = Server(durable=True)
    try:
        yield server.database()
    finally:
        server.remove()


@contextmanager
def start_servers(database: str, count: int) -> Iterator[list[tuple[int, str]]]:
    """Server processes on a database: their process ids and addresses."""
    words = ("-c", SERVE, "serve", "--port", "0", "--database", database, *UNLIMITED, LAZY)
    with ExitStack() as stack:
        yield [stack.enter_context(process(*words)) for _ in range(count)]


async def seat_people(addresses: Sequence[str], tables: int, is_spread: bool) -> list[LoadTable]:
    """Tables whose people are spread over the servers, or each at one of them."""
    sockets = [address.replace("http", "ws", 1) for address in addresses]
    played = [LoadTable() for _ in range(tables)]

    async def sit_down(number: int, table: LoadTable) -> None:
        invited = await asyncio.to_thread(invite, addresses[number % len(addresses)])
        await table.sit_down(
            [sockets[(number + is_spread * seat) % len(sockets)] for seat in range(len(NAMES))], invited
        )

    await all_of([sit_down(number, table) for number, table in enumerate(played)])
    return played


async def measure(
    servers: Sequence[tuple[int, str]], is_spread: bool, tables: int, rate: float, seconds: float
) -> ProcessFigures:
    """Move at the given rate, then as fast as it goes."""
    played = await seat_people([address for _, address in servers], tables, is_spread)
    drive, pids = Drive(played), [pid for pid, _ in servers]
    gc.collect()
    gc.freeze()
    moves = round(rate * seconds)
    await drive.run(round(rate * min(WARM_UP_SECONDS, seconds)), rate)
    percentiles = quantiles((await drive.run(moves, rate)).waits, n=100)
    before = sum(map(cpu_seconds, pids))
    fastest = await drive.run(moves)
    work = sum(map(cpu_seconds, pids)) - before
    gc.unfreeze()
    for line in [line for table in played for line in table.lines]:
        line.close()
    return ProcessFigures(
        processes=len(servers),
        p50_ms=1e3 * percentiles[49],
        p99_ms=1e3 * percentiles[98],
        fastest=moves / fastest.seconds,
        work_ms=1e3 * work / moves,
    )


def print_figures(
    console: Console, database: str, tables: int, rate: float, seconds: float, cases: Sequence[tuple[int, bool]] = CASES
) -> None:
    """Measure and print."""
    many_files(len(NAMES) * tables + 500)
    printed = Printed(title=f"{tables:,} tables with {len(NAMES)} connections each, {rate:,.0f} moves/s wanted")
    for head in ("processes", "people of a table", "p50 ms", "p99 ms", "moves/s at most", "processor ms/move"):
        printed.add_column(head, justify="right")
    for count, is_spread in cases:
        with start_servers(database, count) as servers:
            found = asyncio.run(measure(servers, is_spread, tables, rate, seconds))
        printed.add_row(
            str(count),
            "spread" if is_spread else "together",
            f"{found.p50_ms:.1f}",
            f"{found.p99_ms:.1f}",
            f"{found.fastest:,.0f}",
            f"{found.work_ms:.2f}",
        )
    console.print(printed)
    console.print(f"load of this machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


def main() -> None:
    """Read the arguments."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.processes", description="Servers on one database.")
    parser.add_argument("database", nargs="?", help="postgresql://…; by default one is started")
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--rate", type=float, default=RATE, help="moves a second, all tables together")
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--short", action="store_true", help="only show that the benchmark works")
    chosen = parser.parse_args()
    if chosen.short:
        chosen.tables, chosen.rate, chosen.seconds = 3, 20.0, 1.0
    with ExitStack() as stack:
        database = chosen.database or stack.enter_context(start_database())
        print_figures(
            Console(), database, chosen.tables, chosen.rate, chosen.seconds, SHORT_CASES if chosen.short else CASES
        )


if __name__ == "__main__":
    main()
