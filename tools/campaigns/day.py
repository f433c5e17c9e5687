"""A day of moves in one go: as many as a busy family server sees in 24 hours, on one server process.

The day has 20 tables at a time around the clock, and one move every six seconds at each of them. After a match of three
rounds a new table takes the place of the old one.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from devices import Device, Devices, compare, make_device
from tools.campaigns.campaign import Campaign, Trial
from tools.campaigns.servers import Fault, start_server

TABLES = 20
MOVE_SECONDS = 6
ROUNDS = 3
DAY_MOVES = 24 * 3600 // MOVE_SECONDS * TABLES
MAX_GROWTH = 1.15
"""The memory at the end, compared with the memory after the first quarter."""


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
    """The memory that a process uses, in MB."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) // 1024
    raise AssertionError("the server is gone")


async def play_day(trial: Trial, moves: int, fault: Fault | None = None) -> None:
    """Play a day, then compare everything."""
    store = trial.folder / "tables.sqlite"
    with start_server(store, fault) as (server, address):
        assert server.pid is not None
        day = Day(trial, moves)
        playing = [asyncio.create_task(day.play(address)) for _ in range(TABLES)]
        while day.moves < moves / 4 and not any(task.done() for task in playing):
            await asyncio.sleep(0.1)
        quarter = read_memory(server.pid)
        await asyncio.gather(*playing)
        end = read_memory(server.pid)
    trial.count("MB after a quarter", quarter)
    trial.count("MB at the end", end)
    assert end <= MAX_GROWTH * quarter, f"the server grew from {quarter} MB to {end} MB"
    await compare(store, Devices(day.devices))


def run(trial: Trial) -> None:
    """Play one day."""
    asyncio.run(play_day(trial, DAY_MOVES))


DAY = Campaign(
    "day",
    "moves",
    DAY_MOVES,
    "every acknowledged move is in the log, once; every client got every event once; memory grows by less than 15 %",
    run,
)
