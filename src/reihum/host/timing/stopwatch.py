"""How quick a person's calls at a table are, and how much of the round trip is credited (RULEBOOK §4).

The other side can delay its answers to pings and so look far away, or see a card on a short line and call on a long
one. Therefore the credit is the smallest of these: on every line of the person that got this card, the lower quartile
of the pings and the round trip as a kernel measures it; the quickest answer to a ping that was sent with this very
card; and what leaves a reaction time that people are capable of. Where no kernel tells the round trip, nothing is
credited: pings alone cannot tell a distant player from one who answers late.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable
from math import inf

from reihum.host.timing.pings import Pings
from reihum.tables.arbiter import MAX_CREDIT_MS, Reaction

FASTEST_REACTION_MS = 250
"""Nobody reacts faster than this time after time …"""

FAST_REACTIONS = 5
"""… and this many reactions are "time after time"."""


class RoundTrip:
    """The round trip of a line, which is still needed when the line is closed."""

    def __init__(self) -> None:
        self.pings = Pings()
        self.kernel_ms = 0

    @property
    def milliseconds(self) -> float:
        """What cannot be pretended; 0 before the first answer to a ping."""
        return min(self.pings.round_trip, self.kernel_ms)


class ShownCard:
    """Something that a seat can react to: when it was shown, over lines with which round trips, and the quickest answer
    to its pings."""

    def __init__(self, shown: float, number: int = 0) -> None:
        self.shown = shown
        self.number = number
        self.round_trips: set[RoundTrip] = set()
        self.trip = inf
        self.answered: float | None = None


class Stopwatch:
    """Times the calls of one person at one table, over all their lines, also those that are closed. All times are
    seconds of one monotonic clock."""

    def __init__(self) -> None:
        self._cards: dict[int | None, ShownCard] = {}
        self._quickest: list[float] = []
        self.paused_until = 0.0
        """Until when the person cannot call, after a wrong call."""
        self.paused_at: int | None = None
        """The number of the table at a wrong call, if the table is calm: time does not count there."""
        self.elsewhere_until = -inf
        """Until when the person was connected to another process, too; infinite while they are."""

    def show(self, round_trip: RoundTrip, seat: int | None, number: int, now: float) -> ShownCard:
        """The card of this number, which goes to a seat over a line. Its time runs since it was first sent."""
        card = self._cards.get(seat)
        if card is None or card.number != number:
            card = self._cards[seat] = ShownCard(now, number)
        card.round_trips.add(round_trip)
        return card

    def resume(self, round_trip: RoundTrip, seat: int | None, since: float, now: float) -> None:
        """Show a seat over a line what has been there since an earlier moment: a person who comes back, or looks from
        another seat, sees nothing new."""
        card = self._cards.get(seat)
        if card is None or card.shown < since:
            card = self._cards[seat] = ShownCard(since)
        card.shown = since
        card.answered = now if card.answered is None else card.answered
        card.round_trips.add(round_trip)

    def measure(self, round_trip: RoundTrip, seat: int | None, now: float) -> Reaction | None:
        """The reaction of a call that comes in now over a line. None if the call comes ahead of the answer to the
        card's ping: then it was sent before the card was seen."""
        card = self._cards[seat]
        if card.answered is None or now < card.answered:
            return None
        elapsed = 1_000 * (now - card.shown)
        insort(self._quickest, elapsed)
        del self._quickest[FAST_REACTIONS:]
        card.round_trips.add(round_trip)
        return Reaction(round(elapsed), max(0, self._credit(card)))

    def _credit(self, card: ShownCard) -> int:
        if card.shown <= self.elsewhere_until:
            return 0  # the card went over a line that this process knows nothing about
        humanly = self._quickest[-1] - FASTEST_REACTION_MS
        return round(min(*(each.milliseconds for each in card.round_trips), card.trip, humanly, MAX_CREDIT_MS))


class Line:
    """One connection of a person. ``read_kernel`` gives a kernel's round trip in milliseconds, if it is known."""

    def __init__(self, stopwatch: Stopwatch, read_kernel: Callable[[], int | None]) -> None:
        self._round_trip = RoundTrip()
        self.pings = self._round_trip.pings
        self._stopwatch = stopwatch
        self._read_kernel = read_kernel
        self._card: ShownCard | None = None
        self._card_ping = 0

    def start(self, seat: int | None, number: int, ping: int, now: float) -> None:
        """Start with the card of this number, which is sent with the ping of this number right behind it."""
        self._card, self._card_ping = self._stopwatch.show(self._round_trip, seat, number, now), ping
        self.pings.send(ping, now)
        self._look_at_kernel()

    def resume(self, seat: int | None, since: float, now: float) -> None:
        """Run since an earlier moment."""
        self._stopwatch.resume(self._round_trip, seat, since, now)
        self._card = None

    def receive_pong(self, ping: int, now: float) -> None:
        """Note the answer to a ping."""
        milliseconds, card = self.pings.receive(ping, now), self._card
        if card is not None and ping == self._card_ping and milliseconds is not None:
            card.trip, self._card = min(card.trip, milliseconds), None
            card.answered = now if card.answered is None else min(card.answered, now)

    def measure(self, seat: int | None, now: float) -> Reaction | None:
        """The reaction of a call that comes in now."""
        self._look_at_kernel()
        return self._stopwatch.measure(self._round_trip, seat, now)

    def _look_at_kernel(self) -> None:
        known = self._read_kernel()
        if known is not None:
            self._round_trip.kernel_ms = known
