"""How quick the calls are that come over a connection, and how much of its round trip is credited (RULEBOOK §4).

The round trip is what the other side makes of it: whoever answers pings late looks like somebody far away. So no more
is credited than each of these allows: the lower quartile of the pings, the ping that was sent with this very card, the
round trip that the transport itself has measured, or else what leaves a reaction that people are capable of.
"""

from __future__ import annotations

from bisect import insort
from math import inf

from reihum.host.pings import Pings
from reihum.tables.arbiter import MOST_CREDIT, Reaction

QUICKEST = 250
"""Nobody reacts to a card in fewer milliseconds than that time after time …"""

TIMES = 5
"""… and this often is time after time."""


class Stopwatch:
    """Times the calls of one connection. All moments are seconds of one monotonic clock."""

    def __init__(self, now: float = 0.0) -> None:
        self.pings = Pings()
        self._shown = now
        self._card: int | None = None
        self._card_trip, self._answered = inf, now
        self._quickest: list[float] = []

    def shown(self, now: float, ping: int) -> None:
        """Something to react to is sent, and right behind it the ping with this number."""
        self._shown, self._card = now, ping
        self.pings.sent(ping, now)

    def seen(self, since: float) -> None:
        """Whoever comes back, or looks from another seat, is sent what has been there since then: it is not new."""
        self._shown, self._card, self._card_trip = since, None, inf

    def came(self, ping: int, now: float) -> None:
        """The answer to a ping."""
        taken = self.pings.came(ping, now)
        if ping == self._card and taken is not None:
            self._card, self._card_trip, self._answered = None, taken, now

    def called(self, now: float, transport: int | None = None) -> Reaction | None:
        """A call comes in, and only calls count here. None if it comes ahead of the answer to the ping that went with
        the card: then it was on its way before the card was there, and is about something else. ``transport``: the
        round trip in milliseconds that the transport itself has measured, where it can know it."""
        if self._card is not None or now < self._answered:
            return None
        elapsed = 1_000 * (now - self._shown)
        insort(self._quickest, elapsed)
        del self._quickest[TIMES:]
        return Reaction(round(elapsed), max(0, self._credit(transport)))

    def _credit(self, transport: int | None) -> int:
        humanly = self._quickest[-1] - QUICKEST
        return round(
            min(self.pings.round_trip, self._card_trip, humanly if transport is None else transport, MOST_CREDIT)
        )
