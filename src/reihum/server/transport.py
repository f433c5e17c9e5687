"""uvicorn's connections, extended. Only this module and ``uvicorn_server`` use inner classes of uvicorn.

A public server needs what uvicorn has no settings for: a deadline for a whole request, limits on frames and on
connections without a request, messages that leave at once, and a clock that tests can turn. Any release of uvicorn or
websockets may change what these classes build on, so ``pyproject.toml`` declares a window of versions for both, and
tests/server/test_uvicorn.py checks every inherited name and signature. To allow a new version, widen the window and run
the server's tests.
"""

from __future__ import annotations

import asyncio
import logging
import re
import socket
from collections.abc import Callable
from typing import Any, cast

import uvicorn
from h11 import IDLE, SEND_RESPONSE
from h11 import Request as HttpRequest
from starlette.types import ASGIApp
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, apply_mask  # type: ignore[attr-defined]
from websockets.http11 import Request as UpgradeRequest
from websockets.protocol import State
from websockets.server import ServerProtocol
from websockets.streams import StreamReader

from reihum.api.limits import BURST_SECONDS, ConcurrencyLimit, RateLimit, RateLimiter
from reihum.api.wire import CLOSE_SECONDS
from reihum.host.clock import Clock, Timer
from reihum.host.timing.kernel import kernel_round_trip
from reihum.protocol.requests import MAX_MESSAGE_BYTES
from reihum.server.addresses import Networks, group_address, read_told_round_trip
from reihum.server.config import Config
from reihum.server.outbox import Outbox

REQUEST_SECONDS = 10.0
"""The time a client has to send a whole request, body included."""

WRITE_SECONDS = 30.0
"""The time a client has to read everything that waits for it."""

MAX_PENDING_CONNECTIONS = 64
"""How many connections of one address may be open without a complete request."""

FRAMES_PER_MESSAGE, EXTRA_FRAMES = 5, 100
"""Clients may send this many frames for each message they may send, and this many more at once. The limit on messages
is lower and gets an answer; this one ends the connection."""

SLICE_BYTES = 4096
"""How many bytes are parsed before their frames are counted."""

MAX_FRAGMENTS = 16
"""How many frames one message may have."""

WHOLE_TEXT, WHOLE_PONG = 0x81, 0x8A
"""The first byte of a text and of a pong in one frame."""

SHORT_HEAD_BYTES = 6
"""The bytes before the body of a short frame from a client: kind, size, mask."""

SEND_BUFFER_BYTES = 128 * 1024
"""How many bytes may wait here for a slow reader, and as many again in the operating system."""

HEAD_END = b"\r\n\r\n"
AMBIGUOUS_LINE = re.compile(rb"(?<!\r)\n|\n[ \t]")
"""A line of a request's head that ends without a carriage return, or that goes on in the next one."""

CROWDED = "reihum.crowded"
"""Marks the state of requests over connections that are more than their address may have."""

SILENT_PROXY = (
    "A proxy does not tell the round trip of its clients. Where speed decides, nothing is credited to distant players "
    "behind it. Let the proxy send X-Client-RTT, and start the server with --proxy-rtt: docs/deploy.md tells how"
)
"""The warning about it, given once."""

FLOOD = "flood"
EXTENSION = "reihum.websocket"
"""Where the application finds its ``WebSocketProtocol``: among the extensions of the scope."""

log = logging.getLogger("reihum.server")


class UvicornConfig(uvicorn.Config):
    """uvicorn's settings, and what all connections share."""

    def __init__(self, app: ASGIApp, config: Config, clock: Clock) -> None:
        super().__init__(
            app,
            http=HttpProtocol,
            ws=WebSocketProtocol,
            ws_max_size=MAX_MESSAGE_BYTES,
            ws_per_message_deflate=False,
            ws_ping_interval=None,
            lifespan="off",
            log_config=None,
            access_log=False,
            proxy_headers=bool(config.proxy),
            forwarded_allow_ips=list(config.proxy),
            server_header=False,
        )
        self.clock = clock
        self.proxies = Networks(config.proxy)
        self.tells_round_trip = config.proxy_rtt
        self.has_met_silent_proxy = False
        self.pending = ConcurrencyLimit(MAX_PENDING_CONNECTIONS)
        self.outbox = Outbox()
        self.open = ConcurrencyLimit(config.address_connections)
        frames = FRAMES_PER_MESSAGE * config.rate
        self.frame_limit = RateLimit(frames, BURST_SECONDS * frames + EXTRA_FRAMES)


class ClockLoop:
    """The part of an event loop that uvicorn's connections use, with timers of the host's clock."""

    def __init__(self, loop: asyncio.AbstractEventLoop, clock: Clock) -> None:
        self.create_task = loop.create_task
        self.call_later = clock.call_later
        self.time = clock.monotonic


class HttpProtocol(H11Protocol):
    """A connection until its request is complete, then an HTTP request or an upgrade to a WebSocket.

    Everything that a client has not read yet has a deadline: the transport tells as soon as something waits, and again
    when nothing waits any more."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._shared = cast(UvicornConfig, self.config)
        self.loop = cast(asyncio.AbstractEventLoop, ClockLoop(self.loop, self._shared.clock))
        self._deadline: Timer | None = None
        self._write_deadline: Timer | None = None
        self._pending_address = ""
        self._open_address = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        set_send_buffer(transport)
        transport.set_write_buffer_limits(high=0)
        address = group_address(self.client[0] if self.client else "")
        if address in self._shared.proxies:
            self._set_deadline(waiting=True)
        elif self._shared.pending.acquire(address):
            self._pending_address = address
            self._set_deadline(waiting=True)
            if self._shared.open.acquire(address):
                self._open_address = address
            else:
                self.app_state = {**self.app_state, CROWDED: True}
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.transport.get_protocol() is not self:
            return  # it has become a WebSocket
        cycle: RequestResponseCycle | None = self.cycle
        self._set_deadline(waiting=cycle is None or cycle.response_complete or cycle.more_body)

    def handle_events(self) -> None:
        if self.conn.their_state is IDLE and is_ambiguous(self.conn.trailing_data[0]):
            self.send_400_response("Ambiguous HTTP request received.")
        else:
            super().handle_events()

    def send_400_response(self, msg: str) -> None:
        cycle: RequestResponseCycle | None = self.cycle
        if self.conn.our_state in (IDLE, SEND_RESPONSE) and (cycle is None or cycle.response_complete):
            super().send_400_response(msg)
            return
        if cycle is not None:
            cycle.disconnected = True
        self.transport.abort()  # nothing can be said beside an answer under way, or after the last one

    def handle_websocket_upgrade(self, event: HttpRequest) -> None:
        self._clear_deadline()
        self.transport.set_write_buffer_limits()
        super().handle_websocket_upgrade(event)
        upgraded = cast(WebSocketProtocol, self.transport.get_protocol())
        upgraded.open_address, self._open_address = self._open_address, ""

    def pause_writing(self) -> None:
        super().pause_writing()
        self._write_deadline = self._shared.clock.call_later(WRITE_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._clear_write_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        self._clear_deadline()
        self._clear_write_deadline()
        if self._open_address:
            self._shared.open.release(self._open_address)
        super().connection_lost(exc)

    def _set_deadline(self, *, waiting: bool) -> None:
        """The time for a request runs until the request is complete."""
        if not waiting:
            self._clear_deadline()
        elif self._deadline is None and not self.transport.is_closing():
            self._deadline = self._shared.clock.call_later(REQUEST_SECONDS, self.transport.abort)

    def _clear_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        if self._pending_address:
            self._shared.pending.release(self._pending_address)
            self._pending_address = ""

    def _clear_write_deadline(self) -> None:
        if self._write_deadline is not None:
            self._write_deadline.cancel()
            self._write_deadline = None


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket connection: the ``Wire`` of a client that comes over the network.

    Messages go to ``on_message`` as they come. Without it they wait in a queue for the application, and the client
    waits with further ones. Texts leave at the end of a turn of the event loop; what a reader has not taken waits in
    the transport's buffer, whose size tells a slow reader. ``arrived_at`` is when the message came that is read next;
    ``on_pong`` is called with the number of an answered ping and the moment. Moments are the clock's seconds.
    ``open_address`` is the address for which the connection is counted.
    """

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._shared = cast(UvicornConfig, self.config)
        self.loop = cast(asyncio.AbstractEventLoop, ClockLoop(self.loop, self._shared.clock))
        self.arrived_at = self._shared.clock.monotonic()
        self.drop_reason = ""
        self.open_address = ""
        self._told_round_trip: int | None = None
        self.on_message: Callable[[bytes], None] | None = None
        self.on_pong: Callable[[int, float], None] = lambda *_: None
        self._unsent: list[bytes] = []
        self._frame_limiter = RateLimiter(self._shared.frame_limit)
        self._unread_since: float | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        if self.open_address:
            self._shared.open.release(self.open_address)
        super().connection_lost(exc)

    async def run_asgi(self) -> None:
        await super().run_asgi()
        # what refers back to this connection would keep it in memory until a full collection of garbage
        cast(dict[str, Any], self.scope).clear()
        self.on_message = None
        self.on_pong = lambda *_: None

    @property
    def is_proxied(self) -> bool:
        """Whether a proxy has passed the connection on."""
        return self.client is not None and self.client[0] in self._shared.proxies

    def read_round_trip(self) -> int | None:
        """The kernel's round trip in milliseconds. Behind a proxy the system knows only the way to the proxy,
        which may tell the rest."""
        return self._told_round_trip if self.is_proxied else kernel_round_trip(self.transport.get_extra_info("socket"))

    # --- in ---

    async def receive_text(self) -> bytes | None:
        """The next message that has waited for the application; None if the client has gone."""
        event = cast(dict[str, Any], await self.receive())
        if event["type"] != "websocket.receive":
            return None
        return (event.get("text") or "").encode() or event.get("bytes") or b""

    def data_received(self, data: bytes) -> None:
        self.arrived_at = self._shared.clock.monotonic()
        if self._receive_short_frame(data):
            return
        for start in range(0, len(data), SLICE_BYTES):
            if self.drop_reason == FLOOD or self.transport.is_closing():
                return  # a flood is not read any further; others may still say goodbye
            super().data_received(data[start : start + SLICE_BYTES])

    def _receive_short_frame(self, data: bytes) -> bool:
        """Take a short text or pong that came alone, as nearly all do: websockets takes several times as long. Returns
        False for everything else."""
        size = len(data) - SHORT_HEAD_BYTES
        if not 0 <= size < 126 or data[0] not in (WHOLE_TEXT, WHOLE_PONG) or data[1] != 0x80 | size:
            return False
        conn, on_message = self.conn, self.on_message
        if conn.state is not State.OPEN or conn.current_size is not None or not is_between_frames(conn):
            return False
        if on_message is None or self.close_sent or self.transport.is_closing() or not self.queue.empty():
            return False
        body = apply_mask(data[SHORT_HEAD_BYTES:], data[2:SHORT_HEAD_BYTES])
        if self._frame_limiter.take(self.arrived_at):
            self.drop(1008, FLOOD)
        elif data[0] == WHOLE_PONG:
            self._receive_pong(body)
        elif _is_utf8(body):
            on_message(body)
        else:
            self.drop(1007, "utf-8")
        return True

    def handle_connect(self, event: UpgradeRequest) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions = cast(dict[str, Any], self.scope["extensions"])
            extensions[EXTENSION] = self
            if self.is_proxied:
                self._note_told_round_trip()

    def _note_told_round_trip(self) -> None:
        """Note what the proxy tells. Unless the operator says that it does, the header may be the client's own."""
        if self._shared.tells_round_trip:
            self._told_round_trip = read_told_round_trip(self.scope["headers"])
        if self._told_round_trip is None and not self._shared.has_met_silent_proxy:
            self._shared.has_met_silent_proxy = True
            log.warning(SILENT_PROXY)

    def handle_events(self) -> None:
        if self.handshake_initiated and any(self._frame_limiter.take(self.arrived_at) for _ in self.conn.events):
            self.conn.events.clear()
            self.drop(1008, FLOOD)
        super().handle_events()

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) >= MAX_FRAGMENTS:
            self.drop(1009, "fragments")
        elif not self.close_sent:
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        message = b"".join(self.frames)
        if self.curr_msg_data_type == "text" and not _is_utf8(message):
            self.frames = []
            self.drop(1007, "utf-8")
        elif self.on_message is None or self.close_sent or not self.queue.empty():
            super().send_receive_event_to_app()
        else:
            self.frames = []
            self.on_message(message)

    def handle_pong(self, event: Frame) -> None:
        self._receive_pong(bytes(event.data))

    def _receive_pong(self, number: bytes) -> None:
        if number.isdigit() and len(number) < 10:
            self.on_pong(int(number), self.arrived_at)

    # --- out ---

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # the request was refused, which is not an error of ours

    def send_ping(self, number: int) -> None:
        """Ask the other side for a sign of life. Its browser or library answers, not its page or program. A client that
        has left something unread for too long is dropped instead, even if it still sends."""
        if self.close_sent or self.transport.is_closing():
            return
        now = self._shared.clock.monotonic()
        self._unread_since = (self._unread_since or now) if self.transport.get_write_buffer_size() else None
        if self._unread_since is not None and now - self._unread_since >= WRITE_SECONDS:
            self.drop(1008, "slow")
            return
        self.conn.send_ping(str(number).encode())
        self._flush()  # at once, with all texts before it: the time of an answer counts from now

    def send_text(self, text: bytes) -> bool:
        """Send a text in this turn of the event loop. Returns False if the connection is closed, or is dropped because
        its reader is too slow."""
        if self.close_sent or self.transport.is_closing():
            return False
        if self.transport.get_write_buffer_size() > SEND_BUFFER_BYTES:
            self.drop(1008, "slow")
            return False
        if not self._unsent:
            self._shared.outbox.add(self.flush)
        self._unsent.append(encode_frame(text))
        return True

    def drop(self, code: int, reason: str) -> None:
        """Close the connection, and say why if the client still reads."""
        if self.close_sent or self.transport.is_closing():
            return
        self.drop_reason = reason
        if not self.handshake_complete or self.conn.state is not State.OPEN:
            self.transport.abort()  # nothing can be said before the handshake, or after the client has said goodbye
            return
        self.conn.send_close(code, reason)
        self._flush()
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(CLOSE_SECONDS, self.transport.abort)

    def flush(self) -> None:
        """Hand all texts to the transport."""
        if self._unsent:
            unsent, self._unsent = self._unsent, []
            if not self.transport.is_closing():
                self.transport.write(b"".join(unsent))

    def _flush(self) -> None:
        self._unsent += self.conn.data_to_send()
        self.flush()


def set_send_buffer(transport: asyncio.BaseTransport) -> None:
    """Let the operating system keep only this much for a slow reader; by default it may keep megabytes."""
    if connection := transport.get_extra_info("socket"):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)


def is_ambiguous(received: bytes) -> bool:
    """Whether a proxy could read the head of a request differently: where its lines or its body end."""
    head = received.partition(HEAD_END)[0].lower()
    names = {line.partition(b":")[0] for line in head.split(b"\r\n")}
    return bool(AMBIGUOUS_LINE.search(head)) or {b"content-length", b"transfer-encoding"} <= names


def encode_frame(text: bytes) -> bytes:
    """Encode a text message as servers send it: one frame, not masked. (websockets takes three times as long.)"""
    size = len(text)
    if size < 126:
        head = bytes((0x81, size))
    else:
        head = b"\x81\x7e" + size.to_bytes(2, "big") if size < 65_536 else b"\x81\x7f" + size.to_bytes(8, "big")
    return head + text


def is_between_frames(conn: ServerProtocol) -> bool:
    """Whether the parser waits for the first byte of a frame: then it is in ``StreamReader.at_eof``."""
    waiting = cast(Any, conn.parser).gi_yieldfrom
    return waiting is not None and getattr(waiting.gi_yieldfrom, "gi_code", None) is StreamReader.at_eof.__code__


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
