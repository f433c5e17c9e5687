"""The disk fills up under a running server: nothing false is acknowledged; play goes on when there is space again."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Callable
from pathlib import Path

import pytest

from devices import Crowd, compare, gather
from reihum.client import Declined, Visitor
from reihum.tables.settings import Settings
from server_process import UNLIMITED, process

TABLES = 20
MOVES = 100
NO_MORE = 4096
"""So many bytes of a file may be written; every commit needs more."""


def test_a_full_disk_refuses_every_move_until_there_is_space_again(tmp_path: Path) -> None:
    """Everybody is told why; what was acknowledged before and after is in the log, and nothing else is."""
    store = tmp_path / "tables.sqlite"
    crowd = asyncio.run(asyncio.wait_for(squeezed(store), 120))
    asyncio.run(compare(store, crowd))


async def squeezed(store: Path) -> Crowd:
    """A crowd on a server that may not write for a while."""
    with process("--data", str(store), *UNLIMITED) as (server, address):
        crowd = await gather(address, TABLES)
        over = asyncio.Event()
        playing = asyncio.create_task(crowd.play(address, over.is_set))
        await _until(lambda: written(crowd) >= MOVES)

        _, hard = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (NO_MORE, hard))
        await _until(lambda: all(device.refused for device in crowd.devices))
        before, refused = written(crowd), refusals(crowd)
        await _until(lambda: refusals(crowd) > refused + MOVES)
        assert written(crowd) == before
        assert {code for device in crowd.devices for code in device.refused} == {"storage"}
        with pytest.raises(Declined, match="Nothing was stored") as told:
            await Visitor(address).create("Paul", Settings(game="junior", seats=2))
        assert told.value.code == "storage"

        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (hard, hard))
        await _until(lambda: written(crowd) >= before + MOVES)
        over.set()
        await playing
    return crowd


def written(crowd: Crowd) -> int:
    """So many commands that leave something in the log were acknowledged."""
    return sum(len(device.acknowledged.keys() - device.looked) for device in crowd.devices)


def refusals(crowd: Crowd) -> int:
    """So many were refused."""
    return sum(len(device.refused) for device in crowd.devices)


async def _until(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.01)
