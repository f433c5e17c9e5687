"""A reconnect storm: every connection breaks at a random byte. No client misses an event or sees it twice."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest

from devices import Device, Devices, make_devices
from house import awaited
from network import Net, net
from reihum.tables import commands
from reihum.tables.table import load_table
from waiting import wait_until

DEVICES = 20
UNLIMITED: dict[str, Any] = {"rate": 0, "address_rate": 0, "address_connections": 0}


class Cutter:
    """Stands between devices and the server, and cuts each connection after some bytes in either direction."""

    def __init__(self, port: int, dice: random.Random) -> None:
        self.drops = 0
        self._port = port
        self._dice = dice

    async def pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass one connection on, until it is cut."""
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self._port)
        except OSError:
            writer.transport.abort()
            return
        ways = [self._way(reader, back, 300, 3_000), self._way(there, writer, 150, 12_000)]
        tasks = [asyncio.create_task(way) for way in ways]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        self.drops += 1
        writer.transport.abort()
        back.transport.abort()

    async def _way(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, least: int, most: int) -> None:
        """Pass on this many bytes in one direction, and not one more."""
        left = self._dice.randint(least, most)
        with suppress(OSError):
            while left > 0 and (data := await reader.read(65_536)):
                writer.write(data[:left])
                await writer.drain()
                left -= len(data)


@asynccontextmanager
async def open_cutter(served: Net, seed: str) -> AsyncIterator[tuple[Cutter, str]]:
    """A cutter in front of a server, and its address."""
    cutter = Cutter(served.up.port, random.Random(seed))
    server = await asyncio.start_server(cutter.pass_on, "127.0.0.1", 0)
    async with server:
        yield cutter, f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


@pytest.mark.parametrize(
    "drops", [100, pytest.param(1_000, marks=pytest.mark.full), pytest.param(10_000, marks=pytest.mark.soak)]
)
def test_no_gap_and_no_repetition_however_often_the_line_breaks(drops: int) -> None:
    """Views equal the log, every number came once and in order, and every command was carried out once."""
    asyncio.run(storm(drops))


async def storm(drops: int) -> None:
    """Let devices play through a cutter until this many connections have broken; then compare everything."""
    async with net(**UNLIMITED) as served, open_cutter(served, f"storm {drops}") as (cutter, address):
        devices = await make_devices(served.base, DEVICES)

        async def stubborn(device: Device) -> None:
            alone = Devices([device])
            while cutter.drops < drops:
                await alone.play(address, lambda: False)

        await asyncio.gather(*map(stubborn, devices.devices))
        for device in devices.devices:
            await settle(served, device)
            compare(served, device)


async def settle(served: Net, device: Device) -> None:
    """Reconnect without the cutter, and wait for the answer to the last request."""
    waiting = {"id": ""} if device.pending is None else device.pending
    calm = Devices([device])
    await calm.play(served.base, lambda: waiting["id"] in ("", *device.acknowledged) and device.number is not None)


def compare(served: Net, device: Device) -> None:
    """Check that the log holds what a device was told."""
    table = load_table(device.table, served.log.rows[device.table])
    room = served.host.rooms[device.table]
    assert device.gaps == []
    assert device.numbers == sorted(set(device.numbers))
    assert device.number == table.number == room.table.number
    assert table.match is not None
    assert device.view == table.match.view(device.seat)


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
