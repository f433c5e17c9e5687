"""Promise 2: an acknowledged move is on disk. The server is killed again and again while 200 tables are moving."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from devices import Crowd, compare, gather
from server_process import UNLIMITED, process

TABLES = 200
MOVES = 150
"""So many moves at least are acknowledged between two kills."""


@pytest.mark.parametrize("kills", [25, pytest.param(1_000, marks=pytest.mark.soak)])
def test_no_acknowledged_move_is_lost_or_doubled(kills: int, tmp_path: Path) -> None:
    """Whatever was acknowledged stands in the log, once, at the number that was named; nobody misses anything or sees
    it twice."""
    store = tmp_path / "tables.sqlite"
    crowd, pauses = asyncio.run(killed(store, kills))
    asyncio.run(compare(store, crowd))
    print(f"{kills} kills under {crowd.moves} moves; moves were accepted again within {max(pauses):.2f} s")
    assert len(pauses) == kills


async def killed(store: Path, kills: int) -> tuple[Crowd, list[float]]:
    """Kill a server so often while a crowd plays on it; gives the crowd, and how long after each restart a
    move was accepted."""
    crowd: Crowd | None = None
    pauses = []
    for _ in range(kills + 1):
        begun = time.monotonic()
        with process("--data", str(store), *UNLIMITED) as (server, address):
            crowd = crowd or await gather(address, TABLES)
            enough = crowd.moves + MOVES
            playing = asyncio.create_task(crowd.play(address, lambda: False))
            await asyncio.wait_for(crowd.moved.wait(), 60)
            pauses.append(time.monotonic() - begun)
            while crowd.moves < enough:
                await asyncio.sleep(0.01)
            server.kill()
            await playing
    assert crowd is not None
    return crowd, pauses[1:]
