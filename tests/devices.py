"""Devices that play at many tables at once, one per table for all its seats, on connections that may break at any byte.

They remember what was acknowledged, so that tests can compare it with the log.
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

MAX_CONNECTING = 40
"""How many connections are opened at the same time: a server limits those of one address without a request."""

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
        self.refused_ids: set[str] = set()
        self.pending: dict[str, str] | None = None
        """The command that has no answer yet."""

    def receive(self, raw: bytes | str) -> None:
        """Take in a message of the server."""
        answer = answers.decode(raw)
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
            self._clear_pending(answer.id)
        elif isinstance(answer, Refused):
            self.refused.append(answer.code)
            self.refused_ids.add(answer.id)
            self._clear_pending(answer.id)

    def _clear_pending(self, id: str) -> None:
        if self.pending is not None and self.pending["id"] == id:
            self.pending = None

    def choose_request(self) -> dict[str, Any] | None:
        """Choose what to ask for: again what was not answered, or a move, another seat, the next round."""
        if self.pending is None and self.view is not None:
            self.pending = {"id": f"d{next(_ids)}"} | self._choose_command(self.view)
            if self.pending["type"] == "look":
                self.looked.add(self.pending["id"])
        return self.pending

    def _choose_command(self, match: MatchView) -> dict[str, Any]:
        view = match.view
        if view.outcome is not None:
            return {"type": "next"}
        acting = [player.seat for player in view.players if player.acts]
        if view.seat not in acting:
            return {"type": "look", "seat": acting[0]}
        return {"type": "move", "move": offered(view)[0]}


class Devices:
    """Devices that play at the same time. ``port`` is that of a proxy before the server, if there is one."""

    def __init__(self, devices: Sequence[Device], port: int | None = None) -> None:
        self.devices = devices
        self._proxy: dict[str, Any] = {} if port is None else {"host": "127.0.0.1", "port": port}
        self.moves = 0
        self._connecting = asyncio.Semaphore(MAX_CONNECTING)

    async def play(self, address: str, until: Callable[[], bool]) -> None:
        """Connect all devices, and let each play until the condition holds or its connection is gone."""
        await asyncio.gather(*(self._play(device, address, until) for device in self.devices))

    async def _play(self, device: Device, address: str, until: Callable[[], bool]) -> None:
        with suppress(ConnectionClosed, InvalidHandshake, OSError, EOFError):  # the caller knows
            async with self._connecting:
                socket = await self._connect(device, address)
            try:
                await self._talk(device, socket, until)
            finally:
                socket.transport.abort()

    async def _connect(self, device: Device, address: str) -> ClientConnection:
        return await connect(
            make_address(device, address),
            additional_headers={"Cookie": device.cookie},
            compression=None,
            ping_interval=None,
            open_timeout=None,
            **self._proxy,
        )

    async def _talk(self, device: Device, socket: ClientConnection, until: Callable[[], bool]) -> None:
        asked: str | None = None
        while not until():
            wish = device.choose_request()
            if wish is not None and wish["id"] != asked:
                asked = wish["id"]
                await socket.send(msgspec.json.encode(wish).decode())
            device.receive(await socket.recv(decode=False))
            if asked in device.acknowledged and device.pending is None:
                self.moves += 1


def make_address(device: Device, address: str) -> str:
    """Make the address at which a device goes on."""
    after = "" if device.number is None else f"&after={device.number}"
    seat = "" if device.seat is None else f"seat={device.seat}"
    return f"{address.replace('http', 'ws', 1)}/ws/tables/{device.table}?{seat}{after}"


async def make_devices(address: str, tables: int, game: str = "junior") -> Devices:
    """Make devices at new tables of two, with the cards dealt."""
    few = asyncio.Semaphore(MAX_CONNECTING)

    async def one() -> Device:
        async with few:
            return await make_device(address, game)

    return Devices(await asyncio.gather(*(one() for _ in range(tables))))


async def make_device(address: str, game: str = "junior", rounds: int = 1_000, turn_seconds: int = 0) -> Device:
    """Make a device at a new table of two, with the cards dealt."""
    visitor = Visitor(address)
    settings = Settings(game=game, seats=2, rounds=rounds, grace_seconds=3_600, turn_seconds=turn_seconds)
    made = await visitor.create("Paul", settings)
    device = Device(made.table, visitor.cookie)
    async with connect(
        make_address(device, address), additional_headers={"Cookie": device.cookie}, compression=None
    ) as socket:
        for command in ({"type": "sit", "seat": 1, "name": "Tessa"}, {"type": "start"}):
            id = f"d{next(_ids)}"  # noqa: A001
            await socket.send(msgspec.json.encode(command | {"id": id}).decode())
            while id not in device.acknowledged:
                device.receive(await socket.recv(decode=False))
    return device


async def compare(store: Path, devices: Devices) -> None:
    """Check that the log holds what every device was told."""
    log = await SqliteLog.open(store)
    for device in devices.devices:
        table, numbers = Table(device.table, keep_all=True), {}
        written: Counter[str] = Counter()
        for row in await log.read(device.table):
            entry = entries.decode(row.data)
            table.follow([row])
            written[entry.command] += isinstance(entry, entries.PlayedEntry)  # the last move of a round brings more
            numbers[entry.command] = table.number
        moves = {which: number for which, number in device.acknowledged.items() if which in numbers}
        looks = device.acknowledged.keys() - moves.keys()
        assert device.looked >= looks, "an acknowledged move is not in the log"
        assert not device.refused_ids & numbers.keys(), "a refused move is in the log"
        assert all(written[which] <= 1 for which in numbers), "a move stands there twice"
        assert all(numbers[which] == number for which, number in moves.items()), (
            "a move has another number than was told"
        )
        assert device.numbers == sorted(set(device.numbers)), "an event came twice"
        assert not device.gaps, "an event is missing"
    await log.close()
