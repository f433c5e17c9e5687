"""Kills: a server process gets SIGKILL while clients play at many tables, and starts again on the same store."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from random import Random

from devices import Devices, compare, make_devices
from tools.campaigns.campaign import Campaign, Trial
from tools.campaigns.servers import Fault, start_server
from waiting import wait_until

TRIAL_KILLS = 20
TABLES = 40
MAX_MOVES = 200
"""At most this many moves are acknowledged before a kill."""


async def play_and_kill(store: Path, kills: int, tables: int, dice: Random, fault: Fault | None = None) -> Devices:
    """Kill a server again and again while devices play on it; every restarted server accepts moves again."""
    devices: Devices | None = None
    for _ in range(kills + 1):
        with start_server(store, fault) as (server, address):
            devices = devices or await make_devices(address, tables)
            playing = asyncio.create_task(devices.play(address, lambda: False))
            await wait_until(partial(has_moved, devices, devices.moves + dice.randint(1, MAX_MOVES)))
            server.kill()
            await playing
    assert devices is not None
    return devices


def has_moved(devices: Devices, moves: int) -> bool:
    """Whether this many moves have been acknowledged."""
    return devices.moves >= moves


def run(trial: Trial) -> None:
    """Kill the server of one store again and again, and compare."""
    store = trial.folder / "tables.sqlite"
    devices = asyncio.run(play_and_kill(store, TRIAL_KILLS, TABLES, trial.dice))
    asyncio.run(compare(store, devices))
    trial.count("kills", TRIAL_KILLS)
    trial.count("acknowledged moves", devices.moves)


KILL = Campaign(
    "kill",
    "kills",
    1_000,
    "every acknowledged move is in the log, once, at the number that was told; every client got every event once",
    run,
)
