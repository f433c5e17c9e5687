"""The stopwatches of the people at a table."""

from __future__ import annotations

from math import inf

from reihum.host.clock import Clock
from reihum.host.subscriptions import Subscriptions
from reihum.host.timing.stopwatch import Stopwatch


class Stopwatches:
    """A stopwatch for every person who can call, the same over all of their connections."""

    def __init__(self, subscriptions: Subscriptions, clock: Clock) -> None:
        self._subscriptions = subscriptions
        self._clock = clock
        self._by_person: dict[str, Stopwatch] = {}

    def find(self, person: str) -> Stopwatch:
        """The stopwatch for a person's calls. Somebody without a name cannot call."""
        if person and person not in self._by_person:
            self._by_person[person] = Stopwatch()
            self.note_elsewhere()
        return self._by_person[person] if person else Stopwatch()

    def note_elsewhere(self) -> None:
        """Tell the stopwatches who is connected to another process, too."""
        now = self._clock.monotonic()
        for person, stopwatch in self._by_person.items():
            if self._subscriptions.is_elsewhere(person, now):
                stopwatch.elsewhere_until = inf
            elif stopwatch.elsewhere_until == inf:
                stopwatch.elsewhere_until = now
