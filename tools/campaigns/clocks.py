"""Clock jumps: the machine's clock goes forward and back while people play, and between two starts of a server."""

from __future__ import annotations

import asyncio
from functools import partial
from random import Random

from devices import Device, Devices, make_device
from house import MemoryLog
from network import Net, net
from reihum.host.clock import SystemClock
from reihum.server.config import Config
from reihum.server.server import make_retention
from reihum.tables import entries
from tools.campaigns.campaign import Campaign, Trial
from tools.campaigns.drops import UNLIMITED, compare, finish
from tools.campaigns.fuzz import ErrorLines
from waiting import wait_until

TABLES = 10
STARTS, START_JUMPS = 3, 20
"""How often the server of a trial starts, and how often its clock jumps each time."""

MAX_MOVES = 20
"""At most this many moves are made between two jumps."""

TURN_SECONDS = 3_600
DAY_SECONDS = 24 * 3_600
JUMP_SECONDS = (1, 60, 3_600, DAY_SECONDS, 29 * DAY_SECONDS, 400 * DAY_SECONDS, 4_000 * DAY_SECONDS)


class JumpingClock(SystemClock):
    """The clock of the machine, put forward or back. Its monotonic time goes on, as that of real machines does."""

    def __init__(self, dice: Random) -> None:
        self._dice = dice
        self._wrong_seconds = 0.0

    def now(self) -> int:
        return super().now() + round(1_000 * self._wrong_seconds)

    def jump(self) -> None:
        """Put the clock to another time, or right."""
        size = self._dice.choice(JUMP_SECONDS) * self._dice.random()
        self._wrong_seconds = self._dice.choice([0, size, -size])


async def play_through_jumps(trial: Trial) -> None:
    """Let devices play on one server after another, and compare everything."""
    log, devices = MemoryLog(), Devices([])
    for _ in range(STARTS):
        clock = JumpingClock(trial.dice)
        clock.jump()
        async with net(log, clock, **UNLIMITED) as served:
            devices = devices if devices.devices else Devices([await _make_device(served) for _ in range(TABLES)])
            await remove_old(served)
            await _play(trial, served, clock, devices)
            for device in devices.devices:
                await finish(served, device)
                compare(served, device)
            trial.count("acknowledged commands", devices.moves)
            devices.moves = 0
    async with net(log, **UNLIMITED) as served:
        await remove_old(served)
    for device in devices.devices:
        assert device.table in log.rows, "a table was removed"
        found = [entries.decode(row.data) for row in log.rows[device.table]]
        assert not any(isinstance(entry, entries.StoodInEntry) for entry in found), "somebody lost their seat"


async def _make_device(served: Net) -> Device:
    return await make_device(served.base, turn_seconds=TURN_SECONDS)


async def _play(trial: Trial, served: Net, clock: JumpingClock, devices: Devices) -> None:
    over = asyncio.Event()
    playing = asyncio.create_task(devices.play(served.base, over.is_set))
    for _ in range(START_JUMPS):
        moves = devices.moves + trial.dice.randint(1, MAX_MOVES)
        await wait_until(partial(lambda moves: devices.moves >= moves, moves))
        clock.jump()
        trial.count("jumps")
        await remove_old(served)
    over.set()
    await playing


async def remove_old(served: Net) -> None:
    """Do what a server does once a day; nobody here has been away."""
    assert await served.host.people.forget_unseen() == 0, "somebody was forgotten"
    await served.host.remove_old_tables(make_retention(Config()))


def run(trial: Trial) -> None:
    """Let one clock jump again and again."""
    errors = ErrorLines()
    with errors.collect():
        asyncio.run(play_through_jumps(trial))
    assert errors.lines == [], errors.lines[:5]


CLOCKS = Campaign(
    "clocks",
    "jumps",
    3_000,
    "play goes on; no table or person is removed, nobody loses a seat; events, views and log agree as with `drops`",
    run,
)
