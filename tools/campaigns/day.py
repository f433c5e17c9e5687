"""A day of moves in one go: as many as a busy family server sees in 24 hours, on one server process.

The day has 20 tables at a time around the clock, and one move every six seconds at each of them. After a match of three
rounds a new table takes the place of the old one. All this takes ten minutes here instead of 24 hours, so the server
forgets idle tables sooner, too: otherwise it would have hundreds of finished tables in memory, not one or two.
"""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

from devices import Device, Devices, compare, make_device
from reihum.host import host
from tools.campaigns.campaign import Campaign, Trial
from tools.campaigns.servers import Fault, start_server

TABLES = 20
MOVE_SECONDS = 6
ROUNDS = 3
DAY_MOVES = 24 * 3600 // MOVE_SECONDS * TABLES
IDLE_SECONDS = 0.5
"""After how long an idle table leaves memory: 60 seconds, in a day that passes more than a hundred times as fast."""

MAX_GROWTH = 1.05
"""The most memory in the last quarter, compared with the most in the third. In the first half caches fill up."""


class Day:
    """The clients of a day."""

    def __init__(self, trial: Trial, moves: int) -> None:
        self.devices: list[Device] = []
        self.moves = 0
        self._trial = trial
        self._moves = moves

    async def play(self, address: str) -> None:
        """Play at one table after another until the day is over."""
        while self.moves < self._moves:
            device = await make_device(address, rounds=ROUNDS)
            self.devices.append(device)
            await Devices([device]).play(address, lambda device=device: is_over(device))  # type: ignore[misc]
            assert is_over(device), "a connection was lost"
            moves = len(device.acknowledged.keys() - device.looked)
            self.moves += moves
            self._trial.count("moves", moves)
            self._trial.count("matches")


def is_over(device: Device) -> bool:
    """Whether the match of a device is over."""
    return device.view is not None and device.view.outcome is not None


def read_memory(process: int) -> int:
    """The memory that a process uses, in kB."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    raise AssertionError("the server is gone")


def prepare(fault: Fault | None) -> None:
    """Let a server process forget idle tables as fast as the day passes, and plant a fault, if there is one."""
    host.IDLE_SECONDS = host.HEARTBEAT_SECONDS = IDLE_SECONDS
    if fault is not None:
        fault()


async def play_day(trial: Trial, moves: int, fault: Fault | None = None) -> None:
    """Play a day, then compare everything."""
    store = trial.folder / "tables.sqlite"
    peaks = [0, 0, 0, 0]
    with start_server(store, partial(prepare, fault)) as (server, address):
        assert server.pid is not None
        day = Day(trial, moves)
        playing = asyncio.gather(*(day.play(address) for _ in range(TABLES)))
        while not playing.done():
            quarter = min(3, 4 * day.moves // moves)
            peaks[quarter] = max(peaks[quarter], read_memory(server.pid))
            await asyncio.sleep(0.1)
        await playing
    for name, peak in zip(("first", "second", "third", "last"), peaks, strict=True):
        trial.count(f"MB in the {name} quarter", peak // 1024)
    third, last = peaks[2:]
    assert last <= MAX_GROWTH * third, f"the server grew from {third} kB to {last} kB"
    await compare(store, Devices(day.devices))


def run(trial: Trial) -> None:
    """Play one day."""
    asyncio.run(play_day(trial, DAY_MOVES))


DAY = Campaign(
    "day",
    "moves",
    DAY_MOVES,
    "every acknowledged move is in the log, once; every client got every event once; "
    "memory in the last quarter is at most 5 % above that in the third",
    run,
)
