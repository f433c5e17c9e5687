"""Limits that count across the processes on one store: each tells the others, once a second, what was taken from it.

Nobody waits for this. A process that does not hear of the others for a while limits only its own clients. Little is not
told until it adds up, so several processes together allow a little more than one would (docs/deploy.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

import msgspec
from msgspec import Struct

from reihum.api.limits import ConcurrencyLimit, RateLimiters
from reihum.host.clock import Clock
from reihum.store.log import Log, StorageFailed

KEY = "limits"
"""The key of the notes between processes."""

SHARE_SECONDS = 1.0
"""The time between two notes."""

SILENCE_SECONDS = 5.0
"""After this silence the connections of another process are not counted any more."""


class LimitsNote(Struct, frozen=True, omit_defaults=True):
    """What a process tells: what was ``taken`` from each rate limit since its last note, by subject, and how much is
    ``used`` of each limit on numbers."""

    process: str
    taken: dict[str, dict[str, int]] = {}
    used: dict[str, dict[str, int]] = {}


class SharedLimits:
    """Shares limits of this process, by name, with the others."""

    def __init__(
        self,
        log: Log,
        clock: Clock,
        process: str,
        rates: Mapping[str, RateLimiters],
        numbers: Mapping[str, ConcurrencyLimit],
    ) -> None:
        self._log = log
        self._clock = clock
        self._process = process
        self._rates = rates
        self._numbers = numbers
        self._heard_at: dict[str, float] = {}
        for limiters in rates.values():
            limiters.shared = True
        log.hear(self._receive)

    async def run(self) -> None:
        """Tell the others again and again, forever."""
        while True:
            await self._clock.sleep(SHARE_SECONDS)
            self._forget_silent()
            note = self._make_note()
            if note.taken or note.used:
                with suppress(StorageFailed):
                    await self._log.announce(KEY, msgspec.json.encode(note))

    def _make_note(self) -> LimitsNote:
        taken = {name: found for name, limiters in self._rates.items() if (found := limiters.collect_taken())}
        used = {name: found for name, limit in self._numbers.items() if (found := limit.find_much_used())}
        return LimitsNote(self._process, taken, used)

    def _receive(self, key: str, data: bytes) -> None:
        if key != KEY:
            return
        note, now = msgspec.json.decode(data, type=LimitsNote), self._clock.monotonic()
        self._heard_at[note.process] = now
        for name, subjects in note.taken.items():
            for subject, count in subjects.items():
                self._rates[name].charge(subject, count, now)
        for name, limit in self._numbers.items():
            limit.set_elsewhere(note.process, note.used.get(name, {}))

    def _forget_silent(self) -> None:
        now = self._clock.monotonic()
        for process in [one for one, heard in self._heard_at.items() if now - heard >= SILENCE_SECONDS]:
            del self._heard_at[process]
            for limit in self._numbers.values():
                limit.set_elsewhere(process, {})
