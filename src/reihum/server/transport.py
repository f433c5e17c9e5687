"""The transport, stricter than uvicorn's own: nobody dawdles in the doorway, and nobody floods the loop with frames.

A ``Wire`` also sends at once, without a task and a queue for every connection: what a reader has not taken yet waits in
the transport's buffer, whose size is the measure of a slow reader.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Container
from typing import Any, Protocol, cast

import uvicorn
from h11 import Request as HttpRequest
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request as Upgrade

from reihum.server.limits import Crowd, Meter, Rate, subject

DOORWAY_SECONDS = 10.0
"""So long a request may take until it is whole, body included."""

MOST_IN_DOORWAY = 64
"""So many connections of one address may be about to say what they want."""

FLOOD = "flood"

SLICE = 4096
"""So many bytes are read at once before the number of frames is looked at."""

MOST_FRAGMENTS = 16
"""A message may come in so many pieces."""

OUTBOX = 128 * 1024
"""So many bytes may wait here for a reader who does not take them, and as many in the operating system."""

PARTING_SECONDS = 5.0
"""So long whoever is dropped may take to read why."""

EXTENSION = "reihum.wire"
"""Where the application finds the wire: among the extensions of the scope."""


class Shared(Protocol):
    """What all connections of a server have in common. ``frames``: how many of any kind may come on one. Messages have
    a lower limit, which answers; this one hangs up."""

    crowd: Crowd
    frames: Rate
    trusts: Container[str]


class Door(H11Protocol):
    """A connection until its request is known."""

    _deadline: asyncio.TimerHandle | None = None
    _entered = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        crowd = shared(self.config).crowd
        address = subject(self.client[0] if self.client else "")
        if address in shared(self.config).trusts:
            self._watch(waiting=True)
        elif crowd.enter(address):
            self._entered = address
            self._watch(waiting=True)
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.transport.get_protocol() is not self:
            return  # it has become a WebSocket
        cycle: RequestResponseCycle | None = self.cycle
        self._watch(waiting=cycle is None or cycle.response_complete or cycle.more_body)

    def handle_websocket_upgrade(self, event: HttpRequest) -> None:
        self._leave_doorway()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave_doorway()
        super().connection_lost(exc)

    def _watch(self, *, waiting: bool) -> None:
        """The time for a request runs until it is whole."""
        if not waiting:
            self._leave_doorway()
        elif self._deadline is None and not self.transport.is_closing():
            self._deadline = self.loop.call_later(DOORWAY_SECONDS, self.transport.abort)

    def _leave_doorway(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        if self._entered:
            shared(self.config).crowd.leave(self._entered)
            self._entered = ""


class Wire(WebSocketsSansIOProtocol):
    """A WebSocket connection. ``arrived``: when the message came that is read next, by the loop's clock; ``ponged``
    hears of answers to pings, with their number and the moment."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.arrived = self.loop.time()
        self.dropped = ""
        self.ponged: Callable[[int, float], None] = lambda *_: None
        self._frames = Meter(shared(self.config).frames)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if own := transport.get_extra_info("socket"):
            own.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, OUTBOX)

    # --- in ---

    def data_received(self, data: bytes) -> None:
        self.arrived = self.loop.time()
        for start in range(0, len(data), SLICE):
            if self.dropped == FLOOD or self.transport.is_closing():
                return  # whoever floods is not listened to any more; others may still say goodbye
            super().data_received(data[start : start + SLICE])

    def handle_connect(self, event: Upgrade) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions = cast(dict[str, Any], self.scope["extensions"])
            extensions[EXTENSION] = self

    def handle_events(self) -> None:
        if self.handshake_initiated and any(self._frames.take(self.arrived) for _ in self.conn.events):
            self.conn.events.clear()
            self.drop(1008, FLOOD)
        super().handle_events()

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) >= MOST_FRAGMENTS:
            self.drop(1009, "fragments")
        elif not self.close_sent:
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text" and not _is_utf8(b"".join(self.frames)):
            self.frames = []
            self.drop(1007, "utf-8")
        else:
            super().send_receive_event_to_app()

    def handle_pong(self, event: Frame) -> None:
        number = bytes(event.data)
        if number.isdigit() and len(number) < 10:
            self.ponged(int(number), self.arrived)

    @property
    def proxied(self) -> bool:
        """Whether somebody in between has passed the connection on."""
        return self.client is not None and self.client[0] in shared(self.config).trusts

    # --- out ---

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # it was refused, which is no error of ours

    def ping(self, number: int) -> None:
        """Ask the other side, not its page or program, for a sign of life."""
        if not self.close_sent and not self.transport.is_closing():
            self.conn.send_ping(str(number).encode())
            self._flush()

    def say(self, text: bytes) -> bool:
        """Send a text now; False if the connection is gone, or goes because its reader is too slow."""
        if self.close_sent or self.transport.is_closing():
            return False
        if self.transport.get_write_buffer_size() > OUTBOX:
            self.drop(1008, "slow")
            return False
        self.transport.write(framed(text))
        return True

    def drop(self, code: int, reason: str) -> None:
        """Hang up, and say why to whoever still reads."""
        if self.close_sent or self.transport.is_closing():
            return
        self.dropped = reason
        if not self.handshake_complete:
            self.transport.abort()  # nothing can be said before the handshake
            return
        self.conn.send_close(code, reason)
        self._flush()
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(PARTING_SECONDS, self.transport.abort)

    def _flush(self) -> None:
        self.transport.write(b"".join(self.conn.data_to_send()))


def framed(text: bytes) -> bytes:
    """A text message as servers send it: one frame, not masked. (The library's own way takes three times as long.)"""
    size = len(text)
    if size < 126:
        head = bytes((0x81, size))
    else:
        head = b"\x81\x7e" + size.to_bytes(2, "big") if size < 65_536 else b"\x81\x7f" + size.to_bytes(8, "big")
    return head + text


def shared(config: uvicorn.Config) -> Shared:
    """What the server has given its connections."""
    return cast(Shared, config)


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
