"""Fuzzed frames and requests: attackers send them over TCP to a whole server in this process, beside honest play."""

from __future__ import annotations

import asyncio
import gc
import logging
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from random import Random
from time import thread_time
from typing import Any

import msgspec

from network import Net, net
from tools.campaigns.campaign import Campaign, Trial
from waiting import wait_until

UNLIMITED: dict[str, Any] = {"rate": 0, "address_rate": 0, "address_connections": 0, "person_tables": 0}
TRIAL_FRAMES = 100_000
ATTACKERS = 16
REQUEST_SHARE = 0.1
"""The share of the connections that send requests instead of frames."""

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
PATHS = (
    "/api/tables",
    "/api/tables/{table}",
    "/api/tables/{table}/join",
    "/api/tables/{table}/record",
    "/api/tables/{table}/replay?from=open",
    "/api/me",
    "/api/me/tables",
    "/api/history",
    "/api/games",
    "/api/texts/de",
    "/api/circles",
    "/api/daily",
    "/api/transfer",
    "/api/records/verify",
    "/health",
    "/ready",
    "/ws/tables/{table}",
    "/t/{table}",
    "/%2e%2e/etc/passwd",
)
BODIES: list[Any] = [
    {"name": "x", "settings": {"game": "junior", "seats": 2}, "fill": ""},
    {"name": "x", "key": "x"},
    {"name": "x", "circle": "x"},
    {"word": "x"},
    {},
]


def make_message(dice: Random) -> bytes:
    """Make a message that is nearly valid, or not at all."""
    sort = dice.random()
    if sort < 0.25:
        return dice.randbytes(dice.randrange(200))
    if sort < 0.35:
        return b"[" * dice.randrange(1, 4000)
    made = dict(dice.choice(MESSAGES))
    for _ in range(dice.randrange(4)):
        made[dice.choice([*made, "seat", "id", "type", "extra"])] = dice.choice(ODD)
    raw = msgspec.json.encode(made)
    return spoil(raw, dice) if sort < 0.6 else raw


def spoil(raw: bytes, dice: Random) -> bytes:
    """Change a few bytes."""
    spoiled = bytearray(raw)
    for _ in range(dice.randrange(1, 6)):
        spoiled[dice.randrange(len(spoiled))] = dice.randrange(256)
    return bytes(spoiled)


def make_frame(payload: bytes, dice: Random) -> bytes:
    """Make a frame: mostly right, sometimes with a wrong opcode, length, mask or reserved bit."""
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


def make_request(host: str, table: str, cookie: str, dice: Random) -> bytes:
    """Make a request that is nearly valid: another method, path, body or length, or some bytes changed."""
    method = dice.choice(["GET", "POST", "DELETE", "PUT", "HEAD", "OPTIONS", "X"])
    body = b"" if dice.random() < 0.5 else msgspec.json.encode(dice.choice([*BODIES, *ODD]))
    length = len(body) if dice.random() < 0.95 else dice.choice([0, -1, 1, 2**40])
    lines = [
        f"{method} {dice.choice(PATHS).format(table=table)} HTTP/1.{dice.choice('1110')}",
        f"Host: {host}",
        f"Content-Length: {length}",
        *(["Content-Type: application/json"] if dice.random() < 0.8 else []),
        *([f"Cookie: {cookie}"] if dice.random() < 0.7 else []),
        *(["Transfer-Encoding: chunked"] if dice.random() < 0.02 else []),
        *([f"X-{'y' * dice.randrange(9_000)}: 1"] if dice.random() < 0.02 else []),
    ]
    raw = "\r\n".join([*lines, "", ""]).encode() + body
    return spoil(raw, dice) if dice.random() < 0.3 else raw


class Attack:
    """A client that sends garbage, on one connection after another."""

    def __init__(self, served: Net, table: str, cookie: str, seed: str) -> None:
        self._port = served.up.port
        self._host = f"127.0.0.1:{served.up.port}"
        self._table = table
        self._cookie = cookie
        self._dice = Random(seed)
        self._upgrade = (
            f"GET /ws/tables/{table}?seat=0 HTTP/1.1\r\nHost: {self._host}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
            f"Cookie: {cookie}\r\n\r\n"
        ).encode()
        self.frames = self.requests = self.dropped = 0

    @property
    def sent(self) -> int:
        """How many frames and requests were sent."""
        return self.frames + self.requests

    async def send(self, count: int) -> None:
        """Send this many frames and requests; connect again when dropped."""
        while self.sent < count:
            with suppress(OSError, asyncio.IncompleteReadError):
                await self._connection(count)

    async def _connection(self, count: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            sort = self._dice.random()
            if sort < REQUEST_SHARE:
                await self._send_requests(reader, writer, count)
                return
            if sort < 0.95:
                writer.write(self._upgrade)
                await reader.read(1)
            else:
                writer.write(self._dice.randbytes(300))
            while self.sent < count and not reader.at_eof():
                few = self._dice.randrange(1, 40)
                writer.write(b"".join(make_frame(make_message(self._dice), self._dice) for _ in range(few)))
                self.frames += few
                await writer.drain()
                await read_what_is_there(reader)
        finally:
            self.dropped += 1
            writer.transport.abort()

    async def _send_requests(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, count: int) -> None:
        while self.sent < count and not reader.at_eof():
            writer.write(make_request(self._host, self._table, self._cookie, self._dice))
            self.requests += 1
            await writer.drain()
            came = await read_what_is_there(reader)
            assert b"HTTP/1.1 500" not in came, "a request has failed inside the server"


async def read_what_is_there(reader: asyncio.StreamReader) -> bytes:
    """Read what the server has sent, without waiting for more."""
    reading = asyncio.ensure_future(reader.read(1 << 20))
    for _ in range(ROUNDS):
        if reading.done():
            return reading.result()
        await asyncio.sleep(0)
    reading.cancel()
    with suppress(asyncio.CancelledError):
        return await reading
    return b""


class LoopStalls:
    """Counts how often a handler keeps the event loop busy for too long, in processor time."""

    def __init__(self) -> None:
        self.count = 0

    @contextmanager
    def watch(self) -> Iterator[None]:
        """Count in here. The garbage collector skips what is in memory already."""
        run = asyncio.Handle._run

        def run_timed(handle: asyncio.Handle) -> None:
            begun = thread_time()
            run(handle)
            self.count += thread_time() - begun > STALL_SECONDS

        asyncio.Handle._run = run_timed  # type: ignore[method-assign, assignment]
        gc.collect()
        gc.freeze()
        try:
            yield
        finally:
            gc.unfreeze()
            asyncio.Handle._run = run  # type: ignore[method-assign]


class ErrorLines(logging.Handler):
    """Keeps the lines that the server, or the event loop, logs as errors."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))

    @contextmanager
    def collect(self) -> Iterator[None]:
        """Keep the lines in here."""
        logging.getLogger().addHandler(self)
        try:
            yield
        finally:
            logging.getLogger().removeHandler(self)


async def attack(frames: int, seed: str) -> list[Attack]:
    """Attack a server, while somebody plays and says things at another table; returns the attacks."""
    async with net(**UNLIMITED) as served:
        honest, own = await served.table()
        target, cookie = await served.table(seats=2)
        attacks = [Attack(served, target["table"], cookie, f"{seed} {number}") for number in range(ATTACKERS)]
        attacking = asyncio.gather(*(each.send(frames // ATTACKERS + 1) for each in attacks))
        async with served.socket(honest["table"], own) as talk:
            for number in range(ANSWERS):
                await wait_until(partial(has_sent, attacks, frames * number // ANSWERS))
                await talk.do("say", f"s{number}", phrase="hello")
            await attacking
            shown = await talk.now()
            assert shown["number"] == served.host.rooms[honest["table"]].table.number
        room = await served.host.room(target["table"])
        assert room.table.people  # it is still there and can be read
    return attacks


def has_sent(attacks: list[Attack], frames: int) -> bool:
    """Whether the attackers have sent this many frames and requests."""
    return sum(each.sent for each in attacks) >= frames


def run(trial: Trial) -> None:
    """Attack one server."""
    stalls, errors = LoopStalls(), ErrorLines()
    with stalls.watch(), errors.collect():
        attacks = asyncio.run(attack(TRIAL_FRAMES, trial.name))
    assert errors.lines == [], errors.lines[:5]
    assert stalls.count <= MAX_STALLS, f"{stalls.count} stalls of the event loop"
    trial.count("frames and requests", sum(each.sent for each in attacks))
    trial.count("requests", sum(each.requests for each in attacks))
    trial.count("connections", sum(each.dropped for each in attacks))
    trial.count("stalls", stalls.count)


FUZZ = Campaign(
    "fuzz",
    "frames and requests",
    10_000_000,
    "no error is logged, no answer is 500, an honest client beside it is answered, the event loop is not held up",
    run,
)
