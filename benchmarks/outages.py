"""A server whose database is killed, or hangs, and comes back: how long until the next move is acknowledged.

``python -m benchmarks.outages [--tables 5] [--times 3] [--away 4] [--hang 7] [--short]``. PostgreSQL comes from the
programs of this machine, with fsync. At some tables people move all the time; a move that is refused is tried again.
The time counts from the moment at which the database answers again. The command fails if the service is not back within
five seconds, or if the log of the server has more for each outage than one line for its beginning and one for its end.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from rich.console import Console

from benchmarks.load import LAZY, SERVE, UNLIMITED
from benchmarks.seats import NAMES, LoadTable, invite

if TYPE_CHECKING:
    from postgres import Server

BACK_SECONDS = 5.0
"""What the project promises."""

LINES = 2
"""What an operator needs to know: since when, and until when."""

PLAY_SECONDS = 1.0
"""People play for this time before an outage."""

RETRY_SECONDS = 0.02

Outage: TypeAlias = "Callable[[Server, float], Awaitable[None]]"
"""Makes a database go away for some seconds."""


class RestlessTable(LoadTable):
    """A table at which people move all the time. ``moved_at`` has the times of the acknowledgements."""

    def __init__(self, moved_at: list[float]) -> None:
        super().__init__()
        self._moved_at = moved_at

    def begin(self) -> None:
        """Make the first move."""
        self.acknowledged = self._note
        self._go_on()

    def heard(self, seat: int, message: bytes) -> None:
        if message.startswith(b'{"type":"refused"'):
            asyncio.get_running_loop().call_later(RETRY_SECONDS, self._go_on)
        else:
            super().heard(seat, message)

    def _note(self, _: LoadTable) -> None:
        self._moved_at.append(time.perf_counter())
        self._go_on()

    def _go_on(self) -> None:
        if not self.move():  # not everybody has seen the last move
            asyncio.get_running_loop().call_later(RETRY_SECONDS, self._go_on)


def make_database() -> Server:
    """A PostgreSQL server with fsync."""
    sys.path.append(str(Path(__file__).parent.parent / "tests"))
    from postgres import Server

    return Server(durable=True)


@contextmanager
def serve(database: str, log: Path) -> Iterator[str]:
    """A server on a database, whose log goes to a file: its address."""
    words = [sys.executable, "-c", SERVE, "serve", "--port", "0", "--database", database, *UNLIMITED, LAZY]
    with log.open("w") as lines:
        started = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=lines, text=True)  # noqa: S603
    try:
        assert started.stdout is not None
        yield started.stdout.readline().split()[-1]
    finally:
        started.terminate()
        started.communicate()


def find_processes(database: Server) -> list[int]:
    """The process of a database and those that it has started."""
    main = int(Path(database.data, "postmaster.pid").read_text().split()[0])
    return [main, *map(int, Path(f"/proc/{main}/task/{main}/children").read_text().split())]


async def kill(database: Server, seconds: float) -> None:
    """Kill a database, and start it again after some time."""
    await asyncio.to_thread(database.stop)
    await asyncio.sleep(seconds)
    await asyncio.to_thread(database.start)


async def hang(database: Server, seconds: float) -> None:
    """Let a database hang for some time."""
    processes = find_processes(database)
    for one in processes:
        os.kill(one, signal.SIGSTOP)
    try:
        await asyncio.sleep(seconds)
    finally:
        for one in processes:
            os.kill(one, signal.SIGCONT)


async def measure(address: str, tables: int, outage: Outage, database: Server, seconds: float) -> float:
    """Play through an outage; gives the seconds from its end until the next move is acknowledged."""
    moved_at: list[float] = []
    played = [RestlessTable(moved_at) for _ in range(tables)]
    for table in played:
        await table.sit_down([address.replace("http", "ws", 1)] * len(NAMES), await asyncio.to_thread(invite, address))
        table.begin()
    await asyncio.sleep(PLAY_SECONDS)
    assert moved_at, "nobody has moved before the outage"
    await outage(database, seconds)
    back = time.perf_counter()
    while moved_at[-1] < back:
        await asyncio.sleep(0.001)
    waited = next(at for at in moved_at if at >= back) - back
    await asyncio.sleep(PLAY_SECONDS)
    for line in [line for table in played for line in table.lines]:
        line.close()
    return waited


def report(console: Console, tables: int, outages: Sequence[tuple[str, Outage, float]]) -> bool:
    """Measure outages, each with a new server, and print; gives whether everything is as promised."""
    is_kept, database = True, make_database()
    try:
        with tempfile.TemporaryDirectory() as folder:
            for name, outage, seconds in outages:
                log = Path(folder) / "log"
                with serve(database.database(), log) as address:
                    waited = asyncio.run(measure(address, tables, outage, database, seconds))
                lines = [line for line in log.read_text().splitlines() if " INFO " not in line]
                console.print(f"{name} for {seconds:g} s: back after {waited:.2f} s; {len(lines)} lines in the log")
                is_kept = is_kept and waited <= BACK_SECONDS and len(lines) <= LINES
    finally:
        database.remove()
    console.print(f"load of this machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    return is_kept


def main() -> int:
    """Read the arguments; gives the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.outages", description="The database gone and back.")
    parser.add_argument("--tables", type=int, default=5)
    parser.add_argument("--times", type=int, default=3, help="how often it is killed")
    parser.add_argument("--away", type=float, default=4.0, help="for how many seconds it is gone")
    parser.add_argument("--hang", type=float, nargs="*", default=[7.0, 13.0], help="for how many seconds it hangs")
    parser.add_argument("--short", action="store_true", help="only show that the benchmark works")
    chosen = parser.parse_args()
    if chosen.short:
        chosen.tables, chosen.times, chosen.away, chosen.hang = 1, 1, 0.2, [0.2]
    killed: list[tuple[str, Outage, float]] = [("killed", kill, chosen.away)] * chosen.times
    hangs: list[tuple[str, Outage, float]] = [("hangs", hang, seconds) for seconds in chosen.hang]
    return 0 if report(Console(), chosen.tables, [*killed, *hangs]) else 1


if __name__ == "__main__":
    sys.exit(main())
