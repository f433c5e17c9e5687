"""Many tables at once, each with one device that plays all its seats, on connections that may break at any byte.

What was acknowledged is remembered, so that it can be compared with what is in the log.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from reihum.bots import offered
from reihum.client.web import Visitor
from reihum.matches import MatchView
from reihum.protocol import answers
from reihum.protocol.answers import Done, Refused
from reihum.store.sqlite import SqliteLog
from reihum.tables import entries
from reihum.tables.settings import Settings
from reihum.tables.table import Table
from reihum.tables.updates import Snapshot, Update

DOORWAY = 40
"""So many connections are opened at the same time: a server does not let more of one address stand in its door."""

_ids = count(1)


class Device:
    """A device at a table, with all its seats. ``acknowledged``: command → number, as the server said it."""

    def __init__(self, table: str, cookie: str) -> None:
        self.table = table
        self.cookie = cookie
        self.number: int | None = None
        self.seat: int | None = 0
        self.view: MatchView | None = None
        self.numbers: list[int] = []
        self.snapshots: list[int] = []
        self.acknowledged: dict[str, int] = {}
        self.looked: set[str] = set()
        """Commands that leave no entry in the log."""
        self.gaps: list[tuple[int, int]] = []
        self.refused: list[str] = []
        self.kept: dict[str, str] | None = None
        """The command that has no answer yet."""

    def heard(self, raw: bytes | str) -> None:
        """A message of the server."""
        answer = answers.read(raw)
        if isinstance(answer, Snapshot):
            self.number, self.view, self.seat = answer.number, answer.view, answer.seat
            self.snapshots.append(answer.number)
        elif isinstance(answer, Update):
            if self.number is not None and answer.number != self.number + 1:
                self.gaps.append((self.number, answer.number))
            self.number = answer.number
            self.numbers.append(answer.number)
            self.view = answer.view or self.view
        elif isinstance(answer, Done):
            self.acknowledged[answer.id] = answer.number
            self._settled(answer.id)
        elif isinstance(answer, Refused):
            self.refused.append(answer.code)
            self._settled(answer.id)

    def _settled(self, id: str) -> None:
        if self.kept is not None and self.kept["id"] == id:
            self.kept = None

    def wants(self) -> dict[str, Any] | None:
        """What to ask for now: what was not answered, a move, another seat, the next round."""
        if self.kept is None and self.view is not None:
            self.kept = {"id": f"d{next(_ids)}"} | self._wish(self.view)
            if self.kept["type"] == "look":
                self.looked.add(self.kept["id"])
        return self.kept

    def _wish(self, match: MatchView) -> dict[str, Any]:
        view = match.view
        if view.outcome is not None:
            return {"type": "next"}
        acting = [player.seat for player in view.players if player.acts]
        if view.seat not in acting:
            return {"type": "look", "seat": acting[0]}
        return {"type": "move", "move": offered(view)[0]}


class Crowd:
    """Devices that play for as long as they are let."""

    def __init__(self, devices: Sequence[Device]) -> None:
        self.devices = devices
        self.moved = asyncio.Event()
        self.moves = 0
        self._doorway = asyncio.Semaphore(DOORWAY)

    async def play(self, address: str, until: Callable[[], bool], pause: float = 0.0) -> None:
        """Everybody connects to the server and plays until it is enough or the connection is gone."""
        self.moved.clear()
        await asyncio.gather(*(self._play(device, address, until, pause) for device in self.devices))

    async def _play(self, device: Device, address: str, until: Callable[[], bool], pause: float) -> None:
        with suppress(ConnectionClosed, InvalidHandshake, OSError, EOFError, TimeoutError):  # whoever called us knows
            async with self._doorway:
                socket = await self._connected(device, address)
            try:
                await self._talk(device, socket, until, pause)
            finally:
                socket.transport.abort()

    async def _connected(self, device: Device, address: str) -> ClientConnection:
        return await connect(
            socket_address(device, address),
            additional_headers={"Cookie": device.cookie},
            compression=None,
            ping_interval=None,
            open_timeout=30,
        )

    async def _talk(self, device: Device, socket: ClientConnection, until: Callable[[], bool], pause: float) -> None:
        asked: str | None = None
        while not until():
            wish = device.wants()
            if wish is not None and wish["id"] != asked:
                asked = wish["id"]
                await socket.send(msgspec.json.encode(wish).decode())
            device.heard(await socket.recv(decode=False))
            if asked in device.acknowledged and device.kept is None:
                self.moves += 1
                self.moved.set()
                if pause:
                    await asyncio.sleep(pause)


def socket_address(device: Device, address: str) -> str:
    """Where a device goes on."""
    after = "" if device.number is None else f"&after={device.number}"
    seat = "" if device.seat is None else f"seat={device.seat}"
    return f"{address.replace('http', 'ws', 1)}/ws/tables/{device.table}?{seat}{after}"


async def gather(address: str, tables: int, game: str = "junior") -> Crowd:
    """A crowd at new tables of two, with the cards dealt."""
    few = asyncio.Semaphore(DOORWAY)

    async def one() -> Device:
        async with few:
            return await _device(address, game)

    return Crowd(await asyncio.gather(*(one() for _ in range(tables))))


async def _device(address: str, game: str) -> Device:
    visitor = Visitor(address)
    made = await visitor.create("Paul", Settings(game=game, seats=2, rounds=1_000, grace_seconds=3_600))
    device = Device(made.table, visitor.cookie)
    async with connect(
        socket_address(device, address), additional_headers={"Cookie": device.cookie}, compression=None
    ) as socket:
        for command in ({"type": "sit", "seat": 1, "name": "Tessa"}, {"type": "start"}):
            id = f"d{next(_ids)}"  # noqa: A001
            await socket.send(msgspec.json.encode(command | {"id": id}).decode())
            while id not in device.acknowledged:
                device.heard(await socket.recv(decode=False))
    return device


async def compare(store: Path, crowd: Crowd) -> None:
    """What every device was told must be what the log holds."""
    log = await SqliteLog.open(store)
    for device in crowd.devices:
        table, numbers = Table(device.table, keep_all=True), {}
        written: Counter[str] = Counter()
        for row in await log.read(device.table):
            entry = entries.read(row.data)
            table.follow([row])
            written[entry.command] += isinstance(entry, entries.PlayedEntry)  # the last move of a round brings more
            numbers[entry.command] = table.number
        moves = {which: number for which, number in device.acknowledged.items() if which in numbers}
        looks = device.acknowledged.keys() - moves.keys()
        assert device.looked >= looks, "an acknowledged move is not in the log"
        assert all(written[which] <= 1 for which in numbers), "a move stands there twice"
        assert all(numbers[which] == number for which, number in moves.items()), (
            "a move has another number than was told"
        )
        assert device.numbers == sorted(set(device.numbers)), "an event came twice"
        assert not device.gaps, "an event is missing"
    await log.close()
