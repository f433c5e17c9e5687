"""A WebSocket client that does as little as possible, so that the load measures the server and not the client."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from urllib.parse import urlsplit

TEXT, PING, PONG = 1, 9, 10

HELLO = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nCookie: {cookie}\r\n\r\n"
)


class Line(asyncio.Protocol):
    """One connection. It passes every text to ``heard``; ``opened`` has a result when the server has accepted it."""

    def __init__(self, hello: bytes, heard: Callable[[bytes], None]) -> None:
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._hello = hello
        self._heard = heard
        self._rest = b""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._hello)

    def data_received(self, data: bytes) -> None:
        data = self._rest + data if self._rest else data
        if not self.opened.done():
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                self._rest = head
                return
            self._open(head)
        self._rest = self._read(data)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("the server has closed the connection"))

    def say(self, text: bytes, kind: int = TEXT) -> None:
        """Send a message."""
        assert self._transport is not None
        size = len(text)
        head = bytes((0x80 | kind, 0x80 | size)) if size < 126 else b"%c\xfe" % (0x80 | kind) + size.to_bytes(2, "big")
        self._transport.write(head + b"\0\0\0\0" + text)  # a mask of zeros changes nothing and costs nothing

    def close(self) -> None:
        """Close the connection."""
        if self._transport is not None:
            self._transport.abort()

    def _open(self, head: bytes) -> None:
        if b" 101 " in head.partition(b"\r\n")[0]:
            self.opened.set_result(None)
        else:
            self.opened.set_exception(ConnectionError(head.decode()))

    def _read(self, data: bytes) -> bytes:
        """Read every complete frame; gives the bytes that are left."""
        at = 0
        while len(data) >= at + 2:
            size, start = data[at + 1], at + 2
            if size >= 126:
                start += 2 if size == 126 else 8
                size = int.from_bytes(data[at + 2 : start], "big")
            if len(data) < start + size:
                break
            self._frame(data[at] & 15, data[start : start + size])
            at = start + size
        return data[at:]

    def _frame(self, kind: int, body: bytes) -> None:
        if kind == TEXT:
            self._heard(body)
        elif kind == PING:
            self.say(body, PONG)


async def connect(url: str, heard: Callable[[bytes], None], cookie: str = "", source: str = "") -> Line:
    """Connect to ``ws://…``, from an address of this machine if one is given."""
    parts = urlsplit(url)
    assert parts.hostname
    assert parts.port
    path = f"{parts.path}?{parts.query}" if parts.query else parts.path
    hello = HELLO.format(path=path, host=parts.netloc, cookie=cookie).encode()
    own = (source, 0) if source else None
    _, line = await asyncio.get_running_loop().create_connection(
        lambda: Line(hello, heard), parts.hostname, parts.port, local_addr=own
    )
    await line.opened
    return line
