"""The disk fills up under a running server: nothing false is acknowledged; play goes on when there is space again."""

from __future__ import annotations

import asyncio
import resource
from pathlib import Path

import pytest

from devices import Devices, compare, make_devices
from reihum.client import Declined, Visitor
from reihum.tables.settings import Settings
from server_process import UNLIMITED, start_server
from waiting import wait_until

TABLES = 20
MOVES = 100
NO_MORE = 4096
"""How many bytes of a file may be written; every commit needs more."""


def test_a_full_disk_refuses_every_move_until_there_is_space_again(tmp_path: Path) -> None:
    """All clients are told why. The log holds what was acknowledged before and after, and nothing else."""
    store = tmp_path / "tables.sqlite"
    devices = asyncio.run(fill_the_disk(store))
    asyncio.run(compare(store, devices))


async def fill_the_disk(store: Path) -> Devices:
    """Let devices play on a server that cannot write for a while."""
    with start_server("--data", str(store), *UNLIMITED) as (server, address):
        devices = await make_devices(address, TABLES)
        over = asyncio.Event()
        playing = asyncio.create_task(devices.play(address, over.is_set))
        await wait_until(lambda: count_written(devices) >= MOVES)

        _, hard = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (NO_MORE, hard))
        await wait_until(lambda: all(device.refused for device in devices.devices))
        before, refused = count_written(devices), count_refusals(devices)
        await wait_until(lambda: count_refusals(devices) > refused + MOVES)
        assert count_written(devices) == before
        assert {code for device in devices.devices for code in device.refused} == {"storage"}
        with pytest.raises(Declined, match="Nothing was stored") as told:
            await Visitor(address).create("Paul", Settings(game="junior", seats=2))
        assert told.value.code == "storage"

        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (hard, hard))
        await wait_until(lambda: count_written(devices) >= before + MOVES)
        over.set()
        await playing
    return devices


def count_written(devices: Devices) -> int:
    """How many commands that leave something in the log were acknowledged."""
    return sum(len(device.acknowledged.keys() - device.looked) for device in devices.devices)


def count_refusals(devices: Devices) -> int:
    """How many commands were refused."""
    return sum(len(device.refused) for device in devices.devices)
