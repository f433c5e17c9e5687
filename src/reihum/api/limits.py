"""Limits per connection, seat or address: rates (the generic cell rate algorithm) and numbers at the same time."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

BURST_SECONDS = 4
"""After a pause, the rate of this many seconds may come at once."""

MAX_SUBJECTS = 100_000
"""The number of addresses or seats to remember; beyond it the oldest are forgotten."""


class RateLimit(Struct, frozen=True):
    """A rate in the long run, and how many may come at once after a pause. A rate of 0 means no limit."""

    per_second: float
    burst: int

    @property
    def step_seconds(self) -> float:
        """What one costs, in seconds."""
        return 1 / self.per_second if self.per_second else 0.0


class RateLimiter:
    """Applies a rate limit to one subject. It stores only the moment at which everything taken is paid for."""

    __slots__ = ("_due", "_limit")

    def __init__(self, limit: RateLimit) -> None:
        self._limit = limit
        self._due = 0.0

    def take(self, now: float) -> float:
        """Take one. Returns 0 if that is allowed, else the seconds to wait.

        >>> limiter = RateLimiter(RateLimit(2, burst=2))
        >>> [limiter.take(now) for now in (10.0, 10.0, 10.0, 10.5)]
        [0.0, 0.0, 0.5, 0.0]
        """
        step = self._limit.step_seconds
        due = max(self._due, now)
        wait = due - now - (self._limit.burst - 1) * step
        if step and wait > 0:
            return wait
        self._due = due + step
        return 0.0

    def is_idle(self, now: float) -> bool:
        """Whether everything is paid for: a new limiter would behave the same."""
        return self._due <= now


class RateLimiters:
    """One rate limiter for each subject. Idle ones are forgotten when the memory is full."""

    def __init__(self, limit: RateLimit, max_subjects: int = MAX_SUBJECTS) -> None:
        self._limit = limit
        self._max_subjects = max_subjects
        self._limiters: dict[str, RateLimiter] = {}

    def take(self, subject: str, now: float) -> float:
        """Take one for a subject. Returns 0 if that is allowed, else the seconds to wait."""
        limiter = self._limiters.get(subject)
        if limiter is None:
            if len(self._limiters) >= self._max_subjects:
                self._forget(now)
            limiter = self._limiters[subject] = RateLimiter(self._limit)
        return limiter.take(now)

    def __len__(self) -> int:
        return len(self._limiters)

    def _forget(self, now: float) -> None:
        """Make room: forget the idle ones, or else the oldest tenth."""
        busy = {subject: limiter for subject, limiter in self._limiters.items() if not limiter.is_idle(now)}
        if len(busy) >= self._max_subjects:
            for subject in list(busy)[: self._max_subjects // 10 + 1]:
                del busy[subject]
        self._limiters = busy


class ConcurrencyLimit:
    """Limits how many connections a subject has at the same time. A maximum of 0 means no limit."""

    def __init__(self, maximum: int) -> None:
        self._maximum = maximum
        self._counts: Counter[str] = Counter()

    def acquire(self, subject: str) -> bool:
        """Count one more, if the limit allows it."""
        if self._maximum and self._counts[subject] >= self._maximum:
            return False
        self._counts[subject] += 1
        return True

    def release(self, subject: str) -> None:
        """Count one less."""
        self._counts[subject] -= 1
        if self._counts[subject] <= 0:
            del self._counts[subject]
