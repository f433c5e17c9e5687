"""Garbage from clients causes no unexpected error and no stall; offenders are dropped, others play on."""

from __future__ import annotations

import asyncio
import gc
import logging
import random
import struct
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from time import thread_time
from typing import Any

import msgspec
import pytest

from network import Net, net
from waiting import wait_until

UNLIMITED: dict[str, Any] = {"rate": 0, "address_rate": 0, "address_connections": 0}
ATTACKERS = 16
ROUNDS = 3
"""How many rounds of the event loop an attacker leaves to the server between two of its writes."""
ANSWERS = 20
"""How many messages the honest client sends meanwhile."""
STALL_SECONDS = 0.05
"""A handler that works for this many seconds of processor time holds up all other clients."""
MAX_STALLS = 5
"""How often the machine itself may cause that. A message that causes it does so every time, thousands of times."""

MESSAGES: list[dict[str, Any]] = [
    {"type": "move", "id": "1", "move": "lay R11"},
    {"type": "sit", "id": "1", "seat": 1, "name": "x"},
    {"type": "look", "id": "1", "seat": 0},
    {"type": "change", "id": "1", "options": {"a": 1}, "seats": 3},
    {"type": "rematch", "id": "1", "game": "classic", "options": {}},
    {"type": "say", "id": "1", "phrase": "hello"},
    {"type": "why", "id": "1", "about": "R7"},
    {"type": "view", "id": "1"},
]
ODD: list[Any] = [
    None,
    True,
    -1,
    2**70,
    1e308,
    "",
    "x" * 5000,
    [],
    {},
    [[[[]]]],
    {"a": {"b": {}}},
    "R11",
    0.5,
]


def message(dice: random.Random) -> bytes:
    """A message that is nearly valid, or not at all."""
    sort = dice.random()
    if sort < 0.25:
        return dice.randbytes(dice.randrange(200))
    if sort < 0.35:
        return b"[" * dice.randrange(1, 4000)
    made = dict(dice.choice(MESSAGES))
    for _ in range(dice.randrange(4)):
        made[dice.choice([*made, "seat", "id", "type", "extra"])] = dice.choice(ODD)
    raw = msgspec.json.encode(made)
    if sort < 0.6:
        spoiled = bytearray(raw)
        for _ in range(dice.randrange(1, 6)):
            spoiled[dice.randrange(len(spoiled))] = dice.randrange(256)
        raw = bytes(spoiled)
    return raw


def frame(payload: bytes, dice: random.Random) -> bytes:
    """A frame around it: mostly right, sometimes with a wrong opcode, length, mask or reserved bit."""
    opcode = 0x81 if dice.random() < 0.85 else dice.choice([0x82, 0x01, 0x00, 0x80, 0x89, 0x8A, 0x88, 0x83, 0xC1, 0xFF])
    length = len(payload) if dice.random() < 0.97 else dice.choice([0, 1, 125, 2**16, 2**40, 2**63])
    mask = dice.randbytes(4)
    masked = 0x80 if dice.random() < 0.98 else 0
    if length < 126:
        head = bytes([opcode, masked | length])
    elif length < 2**16:
        head = bytes([opcode, masked | 126]) + struct.pack(">H", length)
    else:
        head = bytes([opcode, masked | 127]) + struct.pack(">Q", length)
    stream = (mask * (len(payload) // 4 + 1))[: len(payload)]
    body = (int.from_bytes(payload) ^ int.from_bytes(stream)).to_bytes(len(payload)) if masked else payload
    return head + (mask if masked else b"") + body


class Attack:
    """A client that sends garbage, on one connection after another."""

    def __init__(self, served: Net, table: str, cookie: str, seed: str) -> None:
        self._served = served
        self._dice = random.Random(seed)
        key = "GET /ws/tables/{table}{query} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
        head = key.format(table=table, query="?seat=0", port=served.up.port) + (
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
        )
        self._upgrade = f"{head}Cookie: {cookie}\r\n\r\n".encode()
        self.sent = self.dropped = 0

    async def send(self, count: int) -> None:
        """Send this many frames; connect again when dropped."""
        while self.sent < count:
            with suppress(OSError, asyncio.IncompleteReadError):
                await self._connection(count)

    async def _connection(self, count: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._served.up.port)
        try:
            if self._dice.random() < 0.95:
                writer.write(self._upgrade)
                await reader.read(1)
            else:
                writer.write(self._dice.randbytes(300))
            while self.sent < count and not reader.at_eof():
                few = self._dice.randrange(1, 40)
                writer.write(b"".join(frame(message(self._dice), self._dice) for _ in range(few)))
                self.sent += few
                await writer.drain()
                await read_what_is_there(reader)
        finally:
            self.dropped += 1
            writer.transport.abort()


async def read_what_is_there(reader: asyncio.StreamReader) -> None:
    """Read what the server has sent, without waiting for more."""
    reading = asyncio.ensure_future(reader.read(1 << 20))
    for _ in range(ROUNDS):
        if reading.done():
            break
        await asyncio.sleep(0)
    reading.cancel()
    with suppress(asyncio.CancelledError):
        await reading


class Stalls:
    """Counts how often a handler kept the event loop busy for too long, in processor time.

    The garbage collector skips what earlier tests left in memory.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        run = asyncio.Handle._run

        def timed(handle: asyncio.Handle) -> None:
            begun = thread_time()
            run(handle)
            self.count += thread_time() - begun > STALL_SECONDS

        monkeypatch.setattr(asyncio.Handle, "_run", timed)
        gc.collect()
        gc.freeze()


@pytest.fixture
def stalls(monkeypatch: pytest.MonkeyPatch) -> Iterator[Stalls]:
    """Watches the loop during the test."""
    yield Stalls(monkeypatch)
    gc.unfreeze()


@pytest.mark.parametrize(
    "frames", [10_000, pytest.param(100_000, marks=pytest.mark.full), pytest.param(2_000_000, marks=pytest.mark.soak)]
)
def test_garbage_harms_nobody(frames: int, caplog: pytest.LogCaptureFixture, stalls: Stalls) -> None:
    """Fuzzed frames and messages beside a table that plays on: everything there is answered, and nothing takes long."""
    with caplog.at_level(logging.ERROR):
        sent, dropped = asyncio.run(fuzz(frames))
    assert sent >= frames
    assert dropped > ATTACKERS
    assert stalls.count <= MAX_STALLS
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


def has_sent(attacks: list[Attack], frames: int) -> bool:
    """Whether the attackers have sent this many frames."""
    return sum(attack.sent for attack in attacks) >= frames


async def fuzz(frames: int) -> tuple[int, int]:
    """Attack a server; gives how many frames were sent and how often an attacker was dropped."""
    async with net(**UNLIMITED) as served:
        honest, own = await served.table()
        target, cookie = await served.table(seats=2)
        attacks = [Attack(served, target["table"], cookie, f"{frames} {number}") for number in range(ATTACKERS)]
        attacking = asyncio.gather(*(attack.send(frames // ATTACKERS + 1) for attack in attacks))
        async with served.socket(honest["table"], own) as talk:
            for number in range(ANSWERS):
                await wait_until(partial(has_sent, attacks, frames * number // ANSWERS))
                await talk.do("say", f"s{number}", phrase="hello")
            await attacking
            assert (await talk.now())["number"] == served.host.rooms[honest["table"]].table.number
        room = await served.host.room(target["table"])
        assert room.table.people  # it is still there and can be read
        return sum(attack.sent for attack in attacks), sum(attack.dropped for attack in attacks)
