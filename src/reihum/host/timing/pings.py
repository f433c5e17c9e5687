"""The round trip of a connection, measured by numbered pings. Times are seconds of a monotonic clock."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

RECENT_PINGS = 20
"""The number of last answers that count."""

MAX_PENDING_PINGS = 100
"""The number of pings that may wait for their answers; older ones are given up."""


class Pings:
    """The pings of one connection. A browser answers ping frames of the WebSocket protocol by itself, so a page cannot
    delay them; a program written for it can."""

    def __init__(self) -> None:
        self._pending: dict[int, float] = {}
        self._recent: deque[float] = deque(maxlen=RECENT_PINGS)

    def send(self, number: int, now: float) -> None:
        """Note that a ping goes out."""
        self._pending[number] = now
        if len(self._pending) > MAX_PENDING_PINGS:
            del self._pending[next(iter(self._pending))]

    def receive(self, number: int, now: float) -> float | None:
        """Note an answer; returns its milliseconds, or None if the ping is unknown or answered already."""
        sent = self._pending.pop(number, None)
        if sent is None:
            return None
        milliseconds = 1_000 * (now - sent)
        self._recent.append(milliseconds)
        return milliseconds

    @property
    def round_trip(self) -> int:
        """The lower quartile of the last answers, in milliseconds; 0 before the first answer."""
        return round(lower_quartile(self._recent)) if self._recent else 0


def lower_quartile(values: Iterable[float]) -> float:
    """The value below which a quarter of the values lies; of four or fewer the smallest."""
    ordered = sorted(values)
    return ordered[(len(ordered) - 1) // 4]
