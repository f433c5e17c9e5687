"""The processor time of a move, from its frame to the frames that tell four connections of it, in one process and
without sockets. It is steadier than ``benchmarks.load`` and compares two versions, or is profiled.

``python -m benchmarks.move [--tables 40] [--moves 20000]``. All tables play the same match.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any

from msgspec import Struct
from uvicorn.server import ServerState

from benchmarks.seats import NAMES, SETTINGS
from reihum.api.connection import TableConnection
from reihum.host.host import Host
from reihum.host.room import Room
from reihum.matches import Match
from reihum.matches.fairness import SECRET_BYTES
from reihum.server.config import Config
from reihum.server.server import find_loop_factory
from reihum.server.service import NetworkService
from reihum.server.transport import EXTENSION, HttpProtocol, UvicornConfig
from reihum.store.sqlite import SqliteLog
from reihum.tables.commands import Start

HELLO = (
    b"GET /%d HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
CONFIG = Config(rate=0, address_rate=0, address_connections=0, address_tables=0, address_people=0, person_tables=0)
SECRET = b"\7" * SECRET_BYTES
MASK = b"\x5a\xc3\x11\x7e"
TABLES, MOVES = 40, 20_000
TURNS = 10
"""The moves of each table between two looks at the clock."""


class Figures(Struct):
    """Microseconds of processor time for a move: the quickest quarter of all looks at the clock is below the first
    figure, half of them below the second. ``loop``: without the thread that writes."""

    process: tuple[float, float]
    loop: tuple[float, float]


class Wire:
    """A transport that leads nowhere and notices answers."""

    def __init__(self, answered: Callable[[], None]) -> None:
        self.protocol: Any = None
        self._answered = answered

    def write(self, data: bytes) -> None:
        """Take a packet."""
        if b'{"type":"done"' in data:
            self._answered()

    def set_protocol(self, protocol: Any) -> None:
        """The connection becomes a WebSocket."""
        self.protocol = protocol

    def get_protocol(self) -> Any:
        """The one that takes what comes in."""
        return self.protocol

    def get_extra_info(self, name: str) -> None:
        """There is no socket."""

    def is_closing(self) -> bool:
        """It stays open."""
        return False

    def get_write_buffer_size(self) -> int:
        """Nothing waits."""
        return 0

    def ignore(self, **limits: int) -> None:
        """Nothing needs a limit or a pause."""

    set_write_buffer_limits = pause_reading = resume_reading = abort = close = ignore


class Played:
    """A table with a connection for every seat."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.wires: list[Wire] = []
        self.answered = asyncio.Event()
        self._ids = count()

    async def play(self, commands: list[tuple[int, bytes]]) -> None:
        """Send commands, one after another."""
        for seat, command in commands:
            text = b'{"id":"%d",%b}' % (next(self._ids), command)
            self.answered.clear()
            masked = bytes(byte ^ MASK[at % 4] for at, byte in enumerate(text))
            self.wires[seat].protocol.data_received(bytes((0x81, 0x80 | len(text))) + MASK + masked)
            await self.answered.wait()


def find_commands(match: Match, number: int) -> list[tuple[int, bytes]]:
    """The commands of a match, each with its seat: everybody makes the first move that is legal."""
    found: list[tuple[int, bytes]] = []
    while len(found) < number:
        if match.state.outcome is None:
            seat = match.state.to_act[0]
            move = match.state.legal(seat)[0]
            found.append((seat, b'"type":"move","move":"%b"' % str(move).encode()))
            match = match.play(seat, move)
        else:
            found.append((0, b'"type":"next"'))
            match = match.next_round(secret=SECRET)
    return found


async def open_tables(host: Host, number: int) -> list[Played]:
    """Tables with four connections each, and the cards dealt."""
    service, opened = NetworkService(host, CONFIG), list[tuple[Room, str, int]]()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        room, person, seat = opened[int(scope["path"][1:])]
        await TableConnection(service, room, person, seat, scope["extensions"][EXTENSION], "here").run(None)

    config, state = UvicornConfig(app, CONFIG, host.clock), ServerState()
    config.load()
    found = []
    for table in range(number):
        people = [f"{name} {table}" for name in NAMES]
        played = Played(await host.create(people[0], NAMES[0], SETTINGS))
        found.append(played)
        for seat, person in enumerate(people):
            if seat:
                await played.room.join(person, NAMES[seat], played.room.table.key, sit=True)
            wire: Any = Wire(played.answered.set)
            wire.protocol = HttpProtocol(config=config, server_state=state, app_state={})
            wire.protocol.connection_made(wire)
            wire.protocol.data_received(HELLO % len(opened))
            opened.append((played.room, person, seat))
            played.wires.append(wire)
        while len(service.connections) < len(opened) or any(not one.wire.on_message for one in service.connections):
            await asyncio.sleep(0)
        await played.room.handle(people[0], 0, Start(id="start"))
    return found


async def measure(log: SqliteLog, tables: int, moves: int) -> Figures:
    """Let tables play, and measure each few moves."""
    random = Random(7)
    host = await Host.open(log, entropy=lambda size: SECRET if size == SECRET_BYTES else random.randbytes(size))
    try:
        played = await open_tables(host, tables)
        match = played[0].room.table.match
        assert match is not None
        commands = find_commands(match, moves // tables)
        times = []
        for turn in range(0, len(commands), TURNS):
            process, thread = time.process_time(), time.thread_time()
            await asyncio.gather(*(table.play(commands[turn : turn + TURNS]) for table in played))
            made = 1e-6 * tables * len(commands[turn : turn + TURNS])
            times.append(((time.process_time() - process) / made, (time.thread_time() - thread) / made))
        for wire in [wire for table in played for wire in table.wires]:
            wire.protocol.connection_lost(None)
        while any(table.room.subscriptions for table in played):
            await asyncio.sleep(0)
        quarters = [quantiles(column, n=4) for column in zip(*times, strict=True)]
        return Figures((quarters[0][0], quarters[0][1]), (quarters[1][0], quarters[1][1]))
    finally:
        await host.close()


async def measure_in(folder: str, tables: int, moves: int) -> Figures:
    """Measure with an empty store in a folder."""
    return await measure(await SqliteLog.open(Path(folder) / "tables.sqlite"), tables, moves)


def find_figures(tables: int, moves: int) -> Figures:
    """The figures of this machine."""
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner(loop_factory=find_loop_factory()) as runner:
        return runner.run(measure_in(folder, tables, moves))


def main() -> None:
    """Measure with the arguments of the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.move", description="What a move costs.")
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--moves", type=int, default=MOVES, help="of all tables together")
    chosen = parser.parse_args()
    found = find_figures(chosen.tables, chosen.moves)
    print("microseconds of processor time for a move, lower quarter and median")
    print("process {:6.1f} {:6.1f}".format(*found.process))
    print("loop    {:6.1f} {:6.1f}".format(*found.loop))


if __name__ == "__main__":
    main()
