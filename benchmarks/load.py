"""Many tables with four connections each, all moving: how long a durable move waits for its acknowledgement, how many
moves the server makes a second, and the processor time of a move. A bare broadcast server beside it is the limit.

``python -m benchmarks.load [--tables 1000] [--rate 1000] [--seconds 20]``. The servers are processes of their own; this
one makes the load.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import math
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from statistics import quantiles
from typing import Any, Protocol

from msgspec import Struct
from rich.console import Console
from rich.table import Table as Printed

from benchmarks.lines import Line, connect
from benchmarks.seats import NAMES, LoadTable, invite

SERVE = "import sys; from reihum.cli import main; sys.exit(main())"
UNLIMITED = tuple(
    part
    for name in ("rate", "address-rate", "address-connections", "address-tables", "address-people", "person-tables")
    for part in (f"--{name}", "0")
)
LAZY = "--lazy"
"""No bots prepare themselves meanwhile: everybody at these tables is a person."""

OPENING = 40
"""The number of connections that are opened at the same time: a server accepts no more from one address."""

TABLES, RATE, SECONDS = 1_000, 1_000.0, 20.0
"""As many moves are timed as are due in these seconds."""

WARM_UP = 3.0
END_SECONDS = 600.0
"""Without all answers a run ends with an error."""

MESSAGE = 1_350
"""Characters of the bare server's view: its messages are then as long as ours are on average."""


class Driven(Protocol):
    """A table that can be made to move. ``acknowledged`` is called for every answer, with the table."""

    acknowledged: Callable[[Any], None]
    lines: list[Line]

    def move(self) -> bool:
        """Make the next move, if everybody has seen the last one."""
        ...


class Figures(Struct, kw_only=True):
    """What was measured. ``made``: how many moves were timed; ``moves``: moves a second. Times in milliseconds, memory
    in MB; ``fastest``: moves a second without any pause, and ``fastest_work`` the processor time of one of these."""

    name: str
    made: int
    moves: float
    p50: float
    p99: float
    work: float
    fastest: float
    fastest_work: float
    memory: float


class Bare:
    """A table of the bare server."""

    def __init__(self) -> None:
        self.acknowledged: Callable[[Any], None] = lambda _: None
        self.lines: list[Line] = []
        self._turns = count()

    def heard(self, message: bytes) -> None:
        """Count answers."""
        if message.startswith(b'{"type":"done"'):
            self.acknowledged(self)

    def move(self) -> bool:
        """Send a move."""
        turn = next(self._turns)
        self.lines[turn % len(self.lines)].say(b'{"type":"move","id":"%d","move":"lay R11"}' % turn)
        return True


class Run(Struct):
    """How many seconds each answer took from the moment its move was due, and how many seconds all moves took."""

    waits: list[float]
    seconds: float


class Drive:
    """Makes tables move at a given rate."""

    def __init__(self, tables: Sequence[Driven]) -> None:
        self._ready: deque[Driven] = deque(tables)
        self._due: dict[int, float] = {}
        self.waits: list[float] = []
        for table in tables:
            table.acknowledged = self._acknowledged

    async def run(self, moves: int, rate: float = math.inf) -> Run:
        """Make moves, ``rate`` of them a second; it ends when each was answered."""
        self.waits = []
        made, begun = 0, time.perf_counter()
        async with asyncio.timeout(END_SECONDS):
            while len(self.waits) < moves:
                while made < moves and (due := begun + made / rate) <= time.perf_counter() and self._move(due):
                    made += 1
                await asyncio.sleep(0.001)
        return Run(self.waits, time.perf_counter() - begun)

    def _move(self, due: float) -> bool:
        """Make a move at the table that has waited longest, if there is one."""
        for _ in range(len(self._ready)):
            table = self._ready.popleft()
            if table.move():
                self._due[id(table)] = due
                return True
            self._ready.append(table)
        return False

    def _acknowledged(self, table: Driven) -> None:
        self.waits.append(time.perf_counter() - self._due[id(table)])
        self._ready.append(table)


@contextmanager
def process(*words: str) -> Iterator[tuple[int, str]]:
    """A server: its process id and its address."""
    started = subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, text=True)  # noqa: S603
    try:
        assert started.stdout is not None
        yield started.pid, started.stdout.readline().split()[-1]
    finally:
        started.kill()
        started.communicate()


@contextmanager
def serve(before: str = "") -> Iterator[tuple[int, str]]:
    """Our server with an empty store: its process id and its address. It runs some Python ``before`` it starts."""
    with tempfile.TemporaryDirectory() as folder:
        store = str(Path(folder) / "tables.sqlite")
        with process("-c", before + SERVE, "serve", "--port", "0", "--data", store, *UNLIMITED, LAZY) as started:
            yield started


async def measure(name: str, pid: int, tables: Sequence[Driven], rate: float, seconds: float) -> Figures:
    """Measure a server with these tables; then close their connections."""
    gc.collect()
    gc.freeze()  # looking through thousands of connections would cost this process milliseconds
    try:
        return await _measure(name, pid, Drive(tables), rate, seconds)
    finally:
        gc.unfreeze()
        for line in [line for table in tables for line in table.lines]:
            line.close()
        await asyncio.sleep(0.1)


async def _measure(name: str, pid: int, drive: Drive, rate: float, seconds: float) -> Figures:
    """Warm up, move at the given rate, then as fast as it goes."""
    moves = round(rate * seconds)
    await drive.run(round(rate * min(WARM_UP, seconds)), rate)
    before = cpu_seconds(pid)
    paced = await drive.run(moves, rate)
    work = cpu_seconds(pid) - before
    memory = resident(pid)
    percentiles = quantiles(paced.waits, n=100)
    before = cpu_seconds(pid)
    fastest = await drive.run(moves)
    fastest_work = cpu_seconds(pid) - before
    return Figures(
        name=name,
        made=moves,
        moves=moves / paced.seconds,
        p50=1e3 * percentiles[49],
        p99=1e3 * percentiles[98],
        work=1e3 * work / moves,
        fastest=moves / fastest.seconds,
        fastest_work=1e3 * fastest_work / moves,
        memory=memory,
    )


def cpu_seconds(pid: int) -> float:
    """The processor time a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident(pid: int) -> float:
    """The memory a process has now, in MB."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


async def all_of(works: Sequence[Coroutine[Any, Any, None]]) -> None:
    """Do all of it, a few at a time."""
    few = asyncio.Semaphore(OPENING // len(NAMES))

    async def one(work: Coroutine[Any, Any, None]) -> None:
        async with few:
            await work

    await asyncio.gather(*(one(work) for work in works))


async def seat_people(address: str, tables: int) -> list[LoadTable]:
    """Make tables on our server; four people connect to each, and the cards are dealt."""
    with ThreadPoolExecutor(8) as several:
        loop = asyncio.get_running_loop()
        invitations = await asyncio.gather(*(loop.run_in_executor(several, invite, address) for _ in range(tables)))
    played = [LoadTable() for _ in invitations]
    sockets = [address.replace("http", "ws", 1)] * len(NAMES)
    await all_of([table.sit_down(sockets, found) for table, found in zip(played, invitations, strict=True)])
    return played


async def on_reihum(pid: int, address: str, tables: int, rate: float, seconds: float) -> Figures:
    """The load on our server."""
    return await measure("Reihum, every move on disk", pid, await seat_people(address, tables), rate, seconds)


async def on_bare(pid: int, address: str, tables: int, rate: float, seconds: float) -> Figures:
    """The same load on the bare server."""

    async def open_table(table: Bare, url: str) -> None:
        table.lines = [await connect(url, table.heard) for _ in NAMES]

    bare = [Bare() for _ in range(tables)]
    socket = address.replace("http", "ws", 1)
    await all_of([open_table(table, f"{socket}/{number}") for number, table in enumerate(bare)])
    return await measure("bare broadcast, nothing kept", pid, bare, rate, seconds)


def figures(tables: int, rate: float, seconds: float) -> list[Figures]:
    """Ours and the limit, one after the other."""
    many_files(len(NAMES) * tables + 500)
    with serve() as (pid, address):
        ours = asyncio.run(on_reihum(pid, address, tables, rate, seconds))
    with process("-m", "benchmarks.broadcast", str(MESSAGE)) as (pid, address):
        limit = asyncio.run(on_bare(pid, address, tables, rate, seconds))
    return [ours, limit]


def many_files(wanted: int) -> None:
    """Raise the limit of open files: every connection is one, and the servers started here inherit it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, hard) if hard > 0 else wanted, hard))


def report(console: Console, *, short: bool = False) -> None:
    """Measure and print."""
    print_figures(console, *((4, 100, 0.5) if short else (TABLES, RATE, SECONDS)))


def print_figures(console: Console, tables: int, rate: float, seconds: float) -> None:
    """The same for a given load."""
    found = figures(tables, rate, seconds)
    printed = Printed(title=f"{tables:,} tables with {len(NAMES)} connections each, {rate:,.0f} moves/s wanted")
    for head in (
        "",
        "moves/s",
        "p50 ms",
        "p99 ms",
        "processor ms/move",
        "moves/s at most",
        "ms/move then",
        "memory MB",
    ):
        printed.add_column(head, justify="right" if head else "left")
    for row in found:
        printed.add_row(
            row.name,
            f"{row.moves:,.0f}",
            f"{row.p50:.1f}",
            f"{row.p99:.1f}",
            f"{row.work:.3f}",
            f"{row.fastest:,.0f}",
            f"{row.fastest_work:.3f}",
            f"{row.memory:.0f}",
        )
    console.print(printed)
    ours, limit = found
    # The system counts processor time in hundredths of a second: a short run may have taken none.
    work = f"{ours.fastest_work / limit.fastest_work:.1f} times" if limit.fastest_work else "too short to compare"
    console.print(
        f"ours : limit = {ours.fastest / limit.fastest:.2f} in moves/s at most; processor time for a move: {work}"
    )
    console.print(f"load of this machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


def read_arguments(program: str, description: str, tables: int, rate: float, seconds: float) -> argparse.Namespace:
    """Read how many tables there are, how many moves they make, and for how long; these are the defaults."""
    parser = argparse.ArgumentParser(prog=program, description=description)
    parser.add_argument("--tables", type=int, default=tables)
    parser.add_argument("--rate", type=float, default=rate, help="moves a second, all tables together")
    parser.add_argument("--seconds", type=float, default=seconds)
    return parser.parse_args()


def main() -> None:
    """Measure with the arguments of the command line."""
    chosen = read_arguments("python -m benchmarks.load", "Tables that move, side by side.", TABLES, RATE, SECONDS)
    print_figures(Console(), chosen.tables, chosen.rate, chosen.seconds)


if __name__ == "__main__":
    main()
