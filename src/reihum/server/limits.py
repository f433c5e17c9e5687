"""How much one connection, one seat or one address may ask for: rates after the generic cell rate algorithm, crowds."""

from __future__ import annotations

from collections import Counter
from ipaddress import IPv6Address, ip_address

from msgspec import Struct

MOST_SUBJECTS = 100_000
"""So many addresses or seats are remembered at once; then the oldest is forgotten."""


class Rate(Struct, frozen=True):
    """So many a second in the long run, and so many at once after a pause. Nought a second: no limit."""

    per_second: float
    burst: int

    @property
    def step(self) -> float:
        """What one costs, in seconds."""
        return 1 / self.per_second if self.per_second else 0.0


class Meter:
    """How much of a rate one subject has used up: the moment at which everything is paid for."""

    __slots__ = ("_due", "_rate")

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._due = 0.0

    def take(self, now: float) -> float:
        """Take one: 0 if that is allowed, else the seconds to wait.

        >>> meter = Meter(Rate(2, burst=2))
        >>> [meter.take(now) for now in (10.0, 10.0, 10.0, 10.5)]
        [0.0, 0.0, 0.5, 0.0]
        """
        step = self._rate.step
        due = max(self._due, now)
        wait = due - now - (self._rate.burst - 1) * step
        if step and wait > 0:
            return wait
        self._due = due + step
        return 0.0

    def rested(self, now: float) -> bool:
        """Whether everything is paid for: then it is as good as a new one."""
        return self._due <= now


class Meters:
    """A meter for every subject, and no memory of those that have long been quiet."""

    def __init__(self, rate: Rate, most: int = MOST_SUBJECTS) -> None:
        self._rate = rate
        self._most = most
        self._meters: dict[str, Meter] = {}

    def take(self, subject: str, now: float) -> float:
        """Take one on a subject's account: 0, or the seconds to wait."""
        meter = self._meters.get(subject)
        if meter is None:
            if len(self._meters) >= self._most:
                self._forget(now)
            meter = self._meters[subject] = Meter(self._rate)
        return meter.take(now)

    def __len__(self) -> int:
        return len(self._meters)

    def _forget(self, now: float) -> None:
        """Make room: those that rest, else a tenth of those that have been here longest."""
        busy = {subject: meter for subject, meter in self._meters.items() if not meter.rested(now)}
        if len(busy) >= self._most:
            for subject in list(busy)[: self._most // 10 + 1]:
                del busy[subject]
        self._meters = busy


class Crowd:
    """How many of each kind are here at once. ``most`` 0: as many as like."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._here: Counter[str] = Counter()

    def enter(self, subject: str) -> bool:
        """Let one more in, if there is room."""
        if self._most and self._here[subject] >= self._most:
            return False
        self._here[subject] += 1
        return True

    def leave(self, subject: str) -> None:
        """One less is here."""
        self._here[subject] -= 1
        if self._here[subject] <= 0:
            del self._here[subject]


def subject(address: str) -> str:
    """What counts as one address: an IPv4 address, or a whole IPv6 network of 64 bits, as a home has one.

    >>> subject("192.0.2.7"), subject("2001:db8::1:2:3"), subject("::ffff:192.0.2.7"), subject("")
    ('192.0.2.7', '2001:db8::', '192.0.2.7', '')
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return str(IPv6Address(int(found) >> 64 << 64))
    return str(found)
