"""How long messages travel on a connection, measured by numbered pings. Moments are seconds of a monotonic clock."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

RECENT = 20
"""So many of the last answers count."""

MOST_WAITING = 100
"""So many pings may wait for their answer; older ones are given up."""


class Pings:
    """The pings of one connection. A page cannot hold back the answer to a ping frame of the WebSocket protocol, which
    the browser gives by itself; a program of somebody's own can hold back any."""

    def __init__(self) -> None:
        self._waiting: dict[int, float] = {}
        self._recent: deque[float] = deque(maxlen=RECENT)

    def sent(self, number: int, now: float) -> None:
        """A ping goes out."""
        self._waiting[number] = now
        if len(self._waiting) > MOST_WAITING:
            del self._waiting[next(iter(self._waiting))]

    def came(self, number: int, now: float) -> float | None:
        """Its answer comes in, after so many milliseconds; None for what was not asked, or is answered already."""
        sent = self._waiting.pop(number, None)
        if sent is None:
            return None
        taken = 1_000 * (now - sent)
        self._recent.append(taken)
        return taken

    @property
    def round_trip(self) -> int:
        """The lower quartile of the last answers, in milliseconds; 0 before the first one."""
        return round(lower_quartile(self._recent)) if self._recent else 0


def lower_quartile(values: Iterable[float]) -> float:
    """The value below which a quarter of them lies; of four or fewer the smallest."""
    ordered = sorted(values)
    return ordered[(len(ordered) - 1) // 4]
