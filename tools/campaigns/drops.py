"""Connection drops: a proxy between clients and a server cuts every TCP connection after a random byte."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from random import Random
from typing import Any

import msgspec

from devices import Device, Devices, make_devices
from network import Net, net
from reihum.matches import MatchView
from reihum.server.server import find_loop_factory
from reihum.tables.table import load_table
from tools.campaigns.campaign import Campaign, Trial

TRIAL_DROPS = 1_000
DEVICES = 20
UNLIMITED: dict[str, Any] = {"rate": 0, "address_rate": 0, "address_connections": 0}


class Cutter:
    """Stands between devices and the server, and cuts each connection after some bytes in either direction."""

    def __init__(self, port: int, dice: Random) -> None:
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
async def open_cutter(served: Net, dice: Random) -> AsyncIterator[tuple[Cutter, int]]:
    """Open a cutter in front of a server; gives it and its port."""
    cutter = Cutter(served.up.port, dice)
    server = await asyncio.start_server(cutter.pass_on, "127.0.0.1", 0)
    async with server:
        yield cutter, server.sockets[0].getsockname()[1]


async def play_through_drops(drops: int, dice: Random) -> tuple[int, int]:
    """Let devices play through a cutter until this many connections have broken; then compare everything. Returns the
    number of drops and of acknowledged commands."""
    async with net(**UNLIMITED) as served, open_cutter(served, dice) as (cutter, port):
        devices = await make_devices(served.base, DEVICES)

        async def play_on(device: Device) -> None:
            alone = Devices([device], port)
            while cutter.drops < drops:
                await alone.play(served.base, lambda: False)

        await asyncio.gather(*map(play_on, devices.devices))
        for device in devices.devices:
            await finish(served, device)
            compare(served, device)
            assert len(device.acknowledged) > drops / DEVICES / 4, "nobody can play"
        return cutter.drops, sum(len(device.acknowledged) for device in devices.devices)


async def finish(served: Net, device: Device) -> None:
    """Reconnect without the cutter, and wait for the answer to the last request and for everything that happened."""
    room = await served.host.room(device.table)
    await Devices([device]).play(served.base, lambda: device.pending is None and device.number == room.table.number)


def compare(served: Net, device: Device) -> None:
    """Check that the log holds what a device was told."""
    table = load_table(device.table, served.log.rows[device.table])
    room = served.host.rooms[device.table]
    assert device.gaps == [], "an event is missing"
    assert device.numbers == sorted(set(device.numbers)), "an event came twice"
    assert device.number == table.number == room.table.number, "client, server and log are not at the same number"
    assert table.match is not None
    sent = msgspec.json.encode(table.match.view(device.seat))
    assert device.view == msgspec.json.decode(sent, type=MatchView), "the client sees something else"


def run(trial: Trial) -> None:
    """Play at tables of one server."""
    with asyncio.Runner(loop_factory=find_loop_factory()) as runner:
        drops, acknowledged = runner.run(play_through_drops(TRIAL_DROPS, trial.dice))
    trial.count("drops", drops)
    trial.count("acknowledged commands", acknowledged)


DROPS = Campaign(
    "drops",
    "drops",
    100_000,
    "every event came once and in order, every command was carried out once, views equal the log",
    run,
)
