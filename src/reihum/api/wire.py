"""A connection that carries messages both ways: a WebSocket, or a port inside a browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

CLOSE_SECONDS = 5.0
"""The time a client has to read why it is dropped."""


class Wire(Protocol):
    """One client's connection.

    Messages go to ``on_message`` as they come; without it they wait for ``receive_text``. ``arrived_at`` is when the
    message came that is read next; ``on_pong`` is called with the number of an answered ping and the moment. Moments
    are the clock's seconds. ``drop_reason`` says why we have ended the connection.
    """

    arrived_at: float
    drop_reason: str
    on_message: Callable[[bytes], None] | None
    on_pong: Callable[[int, float], None]

    async def receive_text(self) -> bytes | None:
        """The next message that has waited; None if the client has gone."""
        ...

    def send_text(self, text: bytes) -> bool:
        """Send a text soon. Returns False if the connection is closed."""
        ...

    def send_ping(self, number: int) -> None:
        """Ask the other side for a sign of life, after all texts before."""
        ...

    def drop(self, code: int, reason: str) -> None:
        """Close the connection, and say why."""
        ...

    def read_round_trip(self) -> int | None:
        """The round trip in milliseconds as the system measures it; None if it does not know."""
        ...
