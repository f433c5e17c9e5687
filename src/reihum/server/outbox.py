"""What leaves together: the texts for one client in one turn of the event loop are one packet."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Outbox:
    """Connections with something to send. At the end of a turn of the event loop each of them sends everything at once:
    an update with the answer to its command, or the updates of several commands that became durable together."""

    def __init__(self) -> None:
        self._waiting: list[Callable[[], None]] = []

    def add(self, send: Callable[[], None]) -> None:
        """Call a function that sends, soon."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._send)
        self._waiting.append(send)

    def _send(self) -> None:
        waiting, self._waiting = self._waiting, []
        for send in waiting:
            send()
