"""Promise 2: an acknowledged move is on disk. The server is killed again and again while many tables are moving."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

import pytest

from devices import Devices, compare, make_devices
from server_process import UNLIMITED, start_server
from waiting import wait_until

MOVES = 150
"""At least this many moves are acknowledged between two kills."""


@pytest.mark.parametrize(
    ("kills", "tables"),
    [(2, 40), pytest.param(25, 200, marks=pytest.mark.full), pytest.param(1_000, 200, marks=pytest.mark.soak)],
)
def test_no_acknowledged_move_is_lost_or_doubled(kills: int, tables: int, tmp_path: Path) -> None:
    """Every acknowledged move is in the log, once, at the number that was told; no client misses an event or sees it
    twice."""
    store = tmp_path / "tables.sqlite"
    devices = asyncio.run(play_and_kill(store, kills, tables))
    asyncio.run(compare(store, devices))


async def play_and_kill(store: Path, kills: int, tables: int) -> Devices:
    """Kill a server again and again while devices play on it; every restarted server accepts moves again."""
    devices: Devices | None = None
    for _ in range(kills + 1):
        with start_server("--data", str(store), *UNLIMITED) as (server, address):
            devices = devices or await make_devices(address, tables)
            playing = asyncio.create_task(devices.play(address, lambda: False))
            await wait_until(partial(has_moved, devices, devices.moves + MOVES))
            server.kill()
            await playing
    assert devices is not None
    return devices


def has_moved(devices: Devices, moves: int) -> bool:
    """Whether this many moves have been acknowledged."""
    return devices.moves >= moves
