"""A server in a thread, as if it were on another machine."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from network import Net, net
from waiting import END_SECONDS


class Elsewhere:
    """A server in a thread of its own, as if it were on another machine."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.up: Net | None = None
        self._ready, self._end = threading.Event(), asyncio.Event()
        self._thread = threading.Thread(target=lambda: self.loop.run_until_complete(self._serve()))

    async def _serve(self) -> None:
        async with net(rate=0, address_rate=0) as self.up:
            self._ready.set()
            await self._end.wait()

    def start(self) -> Net:
        """Start the server."""
        self._thread.start()
        self._ready.wait(END_SECONDS)
        assert self.up is not None
        return self.up

    def stop(self) -> None:
        """Stop the server."""
        self.loop.call_soon_threadsafe(self._end.set)
        self._thread.join(END_SECONDS)
        self.loop.close()


@contextmanager
def elsewhere() -> Iterator[tuple[Net, asyncio.AbstractEventLoop]]:
    """A running server, and the loop it runs in."""
    server = Elsewhere()
    try:
        yield server.start(), server.loop
    finally:
        server.stop()
