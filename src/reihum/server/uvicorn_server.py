"""uvicorn's server, extended: a shutdown says goodbye.

uvicorn has no setting for what a shutdown tells, and it raises a caught signal again. This module overrides
``Server.shutdown`` and ``Server.capture_signals``, which any release may change: ``transport`` describes the window of
versions and the test.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn

from reihum.server.transport import UvicornConfig, WebSocketProtocol

GOODBYE_SECONDS = 1.0
"""How long a server that stops waits for clients to answer its goodbye."""

SHUTDOWN_SECONDS = 1.5
"""How long a server that stops waits for requests under way, and then for the host."""

POLL_SECONDS = 0.01

log = logging.getLogger("reihum.server")


class UvicornServer(uvicorn.Server):
    """uvicorn's server with a shutdown that tells all clients, and without raising a caught signal again."""

    def __init__(self, config: UvicornConfig, say_closing: Callable[[], None]) -> None:
        super().__init__(config)
        self._clock = config.clock
        self._say_closing = say_closing

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._say_closing()
        await self._wait_for_goodbyes()
        timer = self._clock.call_later(SHUTDOWN_SECONDS, self._abort)
        try:
            await super().shutdown(sockets)
        finally:
            timer.cancel()

    async def _wait_for_goodbyes(self) -> None:
        """Wait for answers to the close frames: a client that is cut off earlier may never read our last message."""
        end = self._clock.monotonic() + GOODBYE_SECONDS
        while self._clock.monotonic() < end and any(
            isinstance(connection, WebSocketProtocol) for connection in self.server_state.connections
        ):
            await asyncio.sleep(POLL_SECONDS)

    def _abort(self) -> None:
        """End all requests and connections that are still there."""
        log.error("Requests were cut off because they took longer than %s seconds to end", SHUTDOWN_SECONDS)
        for task in self.server_state.tasks:
            task.cancel()
        for connection in self.server_state.connections:
            connection.transport.abort()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
