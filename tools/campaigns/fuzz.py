"""Fuzzed frames and requests: attackers send them over TCP to a whole server in this process, beside honest play."""

from __future__ import annotations

import asyncio
import gc
import logging
import re
import struct
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from random import Random
from time import thread_time
from typing import Any

import msgspec
from websockets.frames import Frame, Opcode

from network import Net, net
from reihum.api.endpoint import Endpoint
from reihum.protocol.requests import TableRequest, message_types
from reihum.server.app import ENDPOINTS
from tools.campaigns.campaign import Campaign, Trial
from tools.campaigns.samples import draw
from waiting import wait_until

UNLIMITED: dict[str, Any] = {"rate": 0, "address_rate": 0, "address_connections": 0, "person_tables": 0}
TRIAL_FRAMES = 100_000
ALL_KINDS_FRAMES = 10_000
"""Among this many frames there are messages of every type that reach a table."""
ATTACKERS = 16
REQUEST_SHARE = 0.1
"""The share of the connections that send requests instead of frames."""

WILD_SHARE = 0.5
"""The share of the connections that send wrong frames; these end soon, before much was read of what they sent."""

NEW_ID_SHARE = 0.9
"""The share of the messages whose id no other message has; another command under the same id is only refused."""

ROUNDS = 3
"""How many rounds of the event loop an attacker leaves to the server between two of its writes."""
ANSWERS = 20
"""How many messages the honest client sends meanwhile."""
STALL_SECONDS = 0.05
"""A handler that works for this many seconds of processor time holds up all other clients."""
MAX_STALLS = 5
"""How often the machine itself may cause that. A message that causes it does so every time, thousands of times."""

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
OTHER_PATHS = ("/ws/tables/{table}", "/t/{table}", "/%2e%2e/etc/passwd")
"""Paths that are no endpoints of the API."""
QUERY_VALUES = ("", "1", "open", "junior", "de", "x" * 300, "%00")
PARTS = ("x", "junior", "de", "t-23456789ab", "c-23456789ab", "%2e%2e", "%00")
"""What stands in the parts of a path besides the attacker's table."""


def make_message(dice: Random) -> bytes:
    """Make a message that is nearly valid, or not at all."""
    sort = dice.random()
    if sort < 0.25:
        return dice.randbytes(dice.randrange(200))
    if sort < 0.35:
        return b"[" * dice.randrange(1, 4000)
    raw = make_readable_message(dice)
    return spoil(raw, dice) if sort < 0.6 else raw


def make_readable_message(dice: Random) -> bytes:
    """Make a message of any type in JSON, with some fields that are missing or odd."""
    made = draw(dice.choice(TableRequest.__args__), dice)
    if dice.random() < NEW_ID_SHARE:
        made["id"] = str(dice.getrandbits(32))
    for _ in range(dice.choice([0, 0, 1, 2, 3])):
        made[dice.choice([*made, "seat", "id", "type", "extra"])] = dice.choice(ODD)
    return msgspec.json.encode(made)


def spoil(raw: bytes, dice: Random) -> bytes:
    """Change a few bytes."""
    spoiled = bytearray(raw)
    for _ in range(dice.randrange(1, 6)):
        spoiled[dice.randrange(len(spoiled))] = dice.randrange(256)
    return bytes(spoiled)


def make_readable_frame(dice: Random) -> bytes:
    """Make a frame that is right, with a message that can be read: the connection lives until it is dismissed."""
    return Frame(Opcode.TEXT, make_readable_message(dice)).serialize(mask=True)


def make_wild_frame(dice: Random) -> bytes:
    """Make a frame: mostly right, sometimes with a wrong opcode, length, mask or reserved bit."""
    payload = make_message(dice)
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


def make_path(endpoint: Endpoint, table: str, dice: Random) -> str:
    """Make an address of an endpoint: mostly of the attacker's table, sometimes of nothing."""
    template = endpoint.path if dice.random() < 0.9 else dice.choice(OTHER_PATHS)
    path = re.sub(r"\{(\w+)\}", lambda part: table if part[1] == "table" else dice.choice(PARTS), template)
    asked = [f"{name}={dice.choice(QUERY_VALUES)}" for name in endpoint.query if dice.random() < 0.5]
    return f"{path}?{'&'.join(asked)}" if asked else path


def make_body(endpoint: Endpoint, dice: Random) -> bytes:
    """Make a body as the endpoint wants it, or another one, or none."""
    sort = dice.random()
    if sort < 0.2 or endpoint.body is None:
        return b""
    if sort < 0.4:
        return msgspec.json.encode(dice.choice(ODD))
    if endpoint.body is bytes:
        return b"\n".join(msgspec.json.encode(dice.choice(ODD)) for _ in range(dice.randrange(9)))
    return msgspec.json.encode(draw(endpoint.body, dice))


def make_request(host: str, table: str, cookie: str, dice: Random) -> bytes:
    """Make a request to any endpoint that is nearly valid: another method, path, body or length, or some bytes
    changed."""
    endpoint = dice.choice(ENDPOINTS)
    method = endpoint.method if dice.random() < 0.8 else dice.choice(["GET", "POST", "DELETE", "PUT", "OPTIONS", "X"])
    body = make_body(endpoint, dice)
    length = len(body) if dice.random() < 0.95 else dice.choice([0, -1, 1, 2**40])
    lines = [
        f"{method} {make_path(endpoint, table, dice)} HTTP/1.{dice.choice('1110')}",
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

    def __init__(self, served: Net, invitation: Mapping[str, str], cookie: str, seed: str) -> None:
        table = invitation["table"]
        self._served = served
        self._invitation = invitation
        self._port = served.up.port
        self._host = f"127.0.0.1:{served.up.port}"
        self._cookie = cookie
        self._dice = Random(seed)
        self._upgrade = (
            f"GET /ws/tables/{table} HTTP/1.1\r\nHost: {self._host}\r\nUpgrade: websocket\r\n"
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
                await self._come_back()
                writer.write(self._upgrade)
                await reader.read(1)
            else:
                writer.write(self._dice.randbytes(300))
            make = make_wild_frame if self._dice.random() < WILD_SHARE else make_readable_frame
            while self.sent < count and not reader.at_eof():
                few = self._dice.randrange(1, 40)
                writer.write(b"".join(make(self._dice) for _ in range(few)))
                self.frames += few
                await writer.drain()
                await read_what_is_there(reader)
        finally:
            self.dropped += 1
            writer.transport.abort()

    async def _come_back(self) -> None:
        """Join the table again, and take a seat there: a message may have been to leave it."""
        path, key = f"/api/tables/{self._invitation['table']}/join", self._invitation["key"]
        await self._served.ask("POST", path, {"name": "x", "key": key, "sit": True}, cookie=self._cookie)

    async def _send_requests(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, count: int) -> None:
        made, cookie = await self._served.table()  # a person and a table of its own, which it may delete
        while self.sent < count and not reader.at_eof():
            writer.write(make_request(self._host, made["table"], cookie, self._dice))
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
        target, maker = await served.table(seats=4)
        await served.guest(target)  # stays, so that the table is not closed when all attackers have left at once
        cookies = [maker, *[await served.guest(target) for _ in range(ATTACKERS - 1)]]
        attacks = [Attack(served, target, cookie, f"{seed} {number}") for number, cookie in enumerate(cookies)]
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
        metrics = served.up.service.telemetry.encode().decode()
        unread = [kind for kind in message_types() if f'reihum_received_total{{type="{kind}"}}' not in metrics]
        assert frames < ALL_KINDS_FRAMES or not unread, f"no message of these types was read: {unread}"
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
