"""A connection to a server in this process without a socket: the real protocol classes on a transport in memory.

Every write of the server is one packet, so packets can be compared in size and order.
"""

from __future__ import annotations

import asyncio
import socket
from typing import Any, cast

import msgspec

from network import Net
from reihum.server.transport import HttpProtocol

MAX_TURNS = 20_000
"""An answer that needs more turns of the event loop does not come."""


class MemorySocket:
    """What the server asks a socket: between which addresses it lies. The kernel measures nothing on it."""

    family = socket.AF_UNIX

    def __init__(self, port: int) -> None:
        self._port = port

    def getpeername(self) -> tuple[str, int]:
        """The client's address."""
        return "127.0.0.1", 1

    def getsockname(self) -> tuple[str, int]:
        """The server's address."""
        return "127.0.0.1", self._port

    def setsockopt(self, *_: int) -> None:
        """There are no buffers."""


class MemoryTransport(asyncio.Transport):
    """Keeps what the server writes, and passes on what a client sends unless the server has paused."""

    def __init__(self, port: int) -> None:
        super().__init__({"socket": MemorySocket(port)})
        self.packets: list[bytes] = []
        self._protocol: asyncio.Protocol | None = None
        self._received: list[bytes] = []
        self._reads = True
        self._closing = False

    def feed(self, data: bytes) -> None:
        """Let data arrive."""
        self._received.append(data)
        self._pass_on()

    def _pass_on(self) -> None:
        while self._reads and self._received and not self._closing:
            assert self._protocol is not None
            self._protocol.data_received(self._received.pop(0))

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.packets.append(bytes(data))

    def pause_reading(self) -> None:
        self._reads = False

    def resume_reading(self) -> None:
        if not self._reads:
            self._reads = True
            asyncio.get_running_loop().call_soon(self._pass_on)

    def is_reading(self) -> bool:
        return self._reads

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self._protocol = cast(asyncio.Protocol, protocol)

    def get_protocol(self) -> asyncio.BaseProtocol:
        assert self._protocol is not None
        return self._protocol

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """Nothing waits here."""

    def get_write_buffer_size(self) -> int:
        return 0

    def is_closing(self) -> bool:
        return self._closing

    def close(self) -> None:
        if not self._closing:
            self._closing = True
            asyncio.get_running_loop().call_soon(self.get_protocol().connection_lost, None)

    abort = close


class MemoryLine:
    """A client of a server in this process."""

    def __init__(self, served: Net) -> None:
        uvicorn = served.up.uvicorn
        self.transport = MemoryTransport(served.up.port)
        self._host = f"127.0.0.1:{served.up.port}"
        protocol = HttpProtocol(
            config=uvicorn.config, server_state=uvicorn.server_state, app_state=uvicorn.lifespan.state
        )
        self.transport.set_protocol(protocol)
        protocol.connection_made(self.transport)

    async def open_table(self, table: str, cookie: str = "") -> None:
        """Become a WebSocket at a table."""
        lines = [
            f"GET /ws/tables/{table} HTTP/1.1",
            f"Host: {self._host}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==",
            *([f"Cookie: {cookie}"] if cookie else []),
        ]
        self.transport.feed("\r\n".join([*lines, "", ""]).encode())
        await self.wait_for(b'"type":"table"')

    def send(self, *messages: dict[str, Any]) -> None:
        """Send messages, all in one packet."""
        self.transport.feed(b"".join(make_frame(msgspec.json.encode(message)) for message in messages))

    async def do(self, type: str, id: str, **what: object) -> None:
        """Give a command that must be carried out."""
        self.send({"type": type, "id": id} | what)
        await self.wait_for(b'"type":"done","id":"%s"' % id.encode())

    async def wait_for(self, text: bytes) -> None:
        """Let the event loop go on until a packet with this text has come."""
        seen = 0
        for _ in range(MAX_TURNS):
            packets = self.transport.packets
            if any(text in packet for packet in packets[seen:]):
                return
            seen = len(packets)
            await asyncio.sleep(0)
        raise AssertionError(f"nothing came with {text!r}, but {self.transport.packets[-1:]}")


def make_frame(text: bytes) -> bytes:
    """A text message as clients send it, masked with zeros."""
    size = len(text)
    head = bytes((0x81, 0x80 | size)) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
    return head + bytes(4) + text
