"""A connection to a table over a port."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from reihum.browser.messages import EngineMessage, WireClosed
from reihum.host.clock import Clock


class PortWire:
    """The ``Wire`` of a page that is on the same device. Nothing is lost on the way, and nobody is slow."""

    def __init__(self, id: int, post: Callable[[EngineMessage], object], clock: Clock) -> None:
        self.arrived_at = clock.monotonic()
        self.drop_reason = ""
        self.on_message: Callable[[bytes], None] | None = None
        self.on_pong: Callable[[int, float], None] = lambda *_: None
        self.closed = WireClosed(id, 1000, "")
        """How the connection ends."""
        self._id = id
        self._post = post
        self._clock = clock
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._ended = False

    def receive(self, text: str) -> None:
        """Take a text of the page."""
        self.arrived_at = self._clock.monotonic()
        message = text.encode(errors="replace")
        if self.on_message is None or not self._queue.empty():
            self._queue.put_nowait(message)
        else:
            self.on_message(message)

    def hang_up(self) -> None:
        """End the connection, because the page does not want it any more."""
        self._ended = True
        self._queue.put_nowait(None)

    async def receive_text(self) -> bytes | None:
        """The next text that has waited; None if the connection has ended."""
        return await self._queue.get()

    def send_text(self, text: bytes) -> bool:
        """Send a text. Returns False if the connection has ended."""
        if not self._ended:
            self._post(EngineMessage(self._id, text.decode()))
        return not self._ended

    def send_ping(self, number: int) -> None:
        """The page is here: its answer comes at once."""
        asyncio.get_running_loop().call_soon(self._receive_pong, number)

    def _receive_pong(self, number: int) -> None:
        self.arrived_at = self._clock.monotonic()
        self.on_pong(number, self.arrived_at)

    def drop(self, code: int, reason: str) -> None:
        """End the connection, and say why."""
        if not self._ended:
            self.drop_reason = reason
            self.closed = WireClosed(self._id, code, reason)
            self.hang_up()

    def read_round_trip(self) -> int | None:
        """A port inside a browser has no round trip to measure."""
        return None
