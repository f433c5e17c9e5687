"""How quick the calls of a connection are, and how much of its round trip is credited (RULEBOOK §4).

The other side can delay its answers to pings and so look far away. Therefore the credit is the smallest of three: the
lower quartile of the pings, the ping that was sent with this very card, and the round trip as the kernel measures it.
Where the kernel cannot know it, the credit leaves at least a reaction time that people are capable of.
"""

from __future__ import annotations

from bisect import insort
from math import inf

from reihum.host.timing.pings import Pings
from reihum.tables.arbiter import MAX_CREDIT_MS, Reaction

FASTEST_REACTION_MS = 250
"""Nobody reacts faster than this time after time …"""

FAST_REACTIONS = 5
"""… and this many reactions are "time after time"."""


class Stopwatch:
    """Times the calls of one connection. All times are seconds of one monotonic clock."""

    def __init__(self, now: float = 0.0) -> None:
        self.pings = Pings()
        self._shown = now
        self._card: int | None = None
        self._card_trip, self._answered = inf, now
        self._quickest: list[float] = []

    def start(self, now: float, ping: int) -> None:
        """Start with something to react to, which is sent with the ping of this number right behind it."""
        self._shown, self._card = now, ping
        self.pings.send(ping, now)

    def resume(self, since: float) -> None:
        """Run since an earlier moment: a person who comes back, or looks from another seat, sees nothing new."""
        self._shown, self._card, self._card_trip = since, None, inf

    def receive_pong(self, ping: int, now: float) -> None:
        """Note the answer to a ping."""
        milliseconds = self.pings.receive(ping, now)
        if ping == self._card and milliseconds is not None:
            self._card, self._card_trip, self._answered = None, milliseconds, now

    def measure(self, now: float, transport: int | None = None) -> Reaction | None:
        """The reaction of a call that comes in now. None if the call comes ahead of the answer to the card's ping: then
        it was sent before the card was seen. ``transport`` is the kernel's round trip in milliseconds, if known."""
        if self._card is not None or now < self._answered:
            return None
        elapsed = 1_000 * (now - self._shown)
        insort(self._quickest, elapsed)
        del self._quickest[FAST_REACTIONS:]
        return Reaction(round(elapsed), max(0, self._credit(transport)))

    def _credit(self, transport: int | None) -> int:
        humanly = self._quickest[-1] - FASTEST_REACTION_MS
        return round(
            min(self.pings.round_trip, self._card_trip, humanly if transport is None else transport, MAX_CREDIT_MS)
        )
