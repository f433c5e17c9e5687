"""Many connections of which few do anything: the memory of each, and how long a move waits among them.

``python -m benchmarks.idle [--tables 2500] [--rate 50] [--seconds 20]``; every table has four connections.
"""

from __future__ import annotations

import asyncio
import gc
import os
from statistics import quantiles

from msgspec import Struct
from rich.console import Console
from rich.table import Table as Printed

from benchmarks.load import WARM_UP, Drive, cpu_seconds, many_files, read_arguments, resident, seat_people, serve
from benchmarks.seats import NAMES

TABLES, RATE, SECONDS = 2_500, 50.0, 20.0


class IdleFigures(Struct, kw_only=True):
    """What was measured: ``made`` moves, ``moves`` a second. ``busy_share`` is the part of one processor that the
    server uses."""

    connections: int
    memory_mb: float
    connection_kb: float
    made: int
    moves: float
    p50_ms: float
    p99_ms: float
    busy_share: float


async def measure(pid: int, address: str, tables: int, rate: float, seconds: float) -> IdleFigures:
    """Open all connections, then make a move now and then at one of the tables."""
    empty_mb = resident(pid)
    played = await seat_people(address, tables)
    gc.collect()
    gc.freeze()
    try:
        drive = Drive(played)
        await drive.run(round(rate * min(WARM_UP, seconds)), rate)
        before = cpu_seconds(pid)
        run = await drive.run(round(rate * seconds), rate)
        work = cpu_seconds(pid) - before
        memory_mb = resident(pid)
    finally:
        gc.unfreeze()
        for line in [line for table in played for line in table.lines]:
            line.close()
    percentiles = quantiles(run.waits, n=100)
    connections = tables * len(NAMES)
    return IdleFigures(
        connections=connections,
        memory_mb=memory_mb,
        connection_kb=1024 * (memory_mb - empty_mb) / connections,
        made=len(run.waits),
        moves=len(run.waits) / run.seconds,
        p50_ms=1e3 * percentiles[49],
        p99_ms=1e3 * percentiles[98],
        busy_share=work / run.seconds,
    )


def find_figures(tables: int, rate: float, seconds: float) -> IdleFigures:
    """Measure a server of its own."""
    many_files(len(NAMES) * tables + 500)
    with serve() as (pid, address):
        return asyncio.run(measure(pid, address, tables, rate, seconds))


def report(console: Console, *, short: bool = False) -> None:
    """Measure and print."""
    print_figures(console, *((4, 50.0, 0.5) if short else (TABLES, RATE, SECONDS)))


def print_figures(console: Console, tables: int, rate: float, seconds: float) -> None:
    """The same for a given number of tables."""
    found = find_figures(tables, rate, seconds)
    printed = Printed(title=f"{found.connections:,} connections at {tables:,} tables, mostly idle")
    for head in ("memory MB", "KB/connection", "moves/s", "p50 ms", "p99 ms", "processor"):
        printed.add_column(head, justify="right")
    printed.add_row(
        f"{found.memory_mb:.0f}",
        f"{found.connection_kb:.0f}",
        f"{found.moves:,.0f}",
        f"{found.p50_ms:.1f}",
        f"{found.p99_ms:.1f}",
        f"{found.busy_share:.0%}",
    )
    console.print(printed)
    console.print(f"load of this machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


def main() -> None:
    """Measure with the arguments of the command line."""
    chosen = read_arguments("python -m benchmarks.idle", "Tables where little happens.", TABLES, RATE, SECONDS)
    print_figures(Console(), chosen.tables, chosen.rate, chosen.seconds)


if __name__ == "__main__":
    main()
