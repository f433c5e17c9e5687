"""A reconnect storm: every connection breaks at a random byte. No client misses an event or sees it twice."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from devices import make_devices
from house import awaited
from network import net
from reihum.tables import commands
from tools.campaigns.drops import UNLIMITED, play_through_drops
from waiting import wait_until


@pytest.mark.parametrize("drops", [100, pytest.param(1_000, marks=pytest.mark.soak)])
def test_no_gap_and_no_repetition_however_often_the_line_breaks(drops: int) -> None:
    """Views equal the log, every number came once and in order, and every command was carried out once."""
    asyncio.run(play_through_drops(drops, random.Random(drops)))


@awaited
async def test_a_planted_gap_is_noticed() -> None:
    """The check above can fail: a device that is not sent one event notices."""
    async with net(**UNLIMITED) as served:
        devices = await make_devices(served.base, 1)
        device = devices.devices[0]
        room = await served.host.room(device.table)
        publish, published = room._publish, []

        def publish_with_gap(items: Any) -> None:
            published.extend(items)
            publish(items[1:])

        room._publish = publish_with_gap  # type: ignore[method-assign]
        asked = asyncio.create_task(devices.play(served.base, lambda: bool(device.gaps)))
        await wait_until(lambda: published)
        room._publish = publish  # type: ignore[method-assign]
        person = room.table.in_charge
        await room.handle(person, 0, commands.Say(id="x", phrase="hello"))
        await asked
        assert device.gaps
