"""Limits per connection, seat or address: rates (the generic cell rate algorithm) and numbers at the same time."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

BURST_SECONDS = 4
"""After a pause, the rate of this many seconds may come at once."""

UNTOLD_SHARE = 20
"""Other processes are not told of less than this part of a limit."""

MAX_SUBJECTS = 100_000
"""The number of addresses or seats to remember; beyond it the oldest are forgotten."""

FEW_SUBJECTS = 1_000
"""Up to this number of subjects nobody looks for idle ones."""


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

    __slots__ = ("_due", "_limit", "taken")

    def __init__(self, limit: RateLimit) -> None:
        self._limit = limit
        self._due = 0.0
        self.taken = 0
        """How many were taken that other processes have not been told of."""

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
        self.taken += 1
        return 0.0

    def charge(self, count: int, now: float) -> None:
        """Note that some were taken elsewhere."""
        self._due = max(self._due, now) + count * self._limit.step_seconds

    def is_idle(self, now: float) -> bool:
        """Whether everything is paid for: a new limiter would behave the same."""
        return self._due <= now


class RateLimiters:
    """One rate limiter for each subject. Idle ones are forgotten whenever the number of subjects has doubled.

    ``shared``: somebody collects what was taken, to tell other processes."""

    def __init__(self, limit: RateLimit, max_subjects: int = MAX_SUBJECTS) -> None:
        self._limit = limit
        self.shared = False
        self._max_subjects = max_subjects
        self._forget_at = min(FEW_SUBJECTS, max_subjects)
        self._limiters: dict[str, RateLimiter] = {}
        self._told_from = max(1, limit.burst // UNTOLD_SHARE)
        self._untold: set[str] = set()

    def take(self, subject: str, now: float) -> float:
        """Take one for a subject. Returns 0 if that is allowed, else the seconds to wait."""
        limiter = self._limiters.get(subject) or self._make(subject, now)
        wait = limiter.take(now)
        if self.shared and limiter.taken >= self._told_from:
            self._untold.add(subject)
        return wait

    def charge(self, subject: str, count: int, now: float) -> None:
        """Note that some were taken for a subject elsewhere."""
        (self._limiters.get(subject) or self._make(subject, now)).charge(count, now)

    def collect_taken(self) -> dict[str, int]:
        """How many each subject has taken since it was last told, without those that have taken little so far."""
        found = {subject: limiter.taken for subject in self._untold if (limiter := self._limiters.get(subject))}
        for subject in found:
            self._limiters[subject].taken = 0
        self._untold.clear()
        return found

    def _make(self, subject: str, now: float) -> RateLimiter:
        if len(self._limiters) >= self._forget_at:
            self._forget(now)
        limiter = self._limiters[subject] = RateLimiter(self._limit)
        return limiter

    def __len__(self) -> int:
        return len(self._limiters)

    def _forget(self, now: float) -> None:
        """Make room: forget the idle ones, and if that is not enough, the oldest tenth."""
        busy = {subject: limiter for subject, limiter in self._limiters.items() if not limiter.is_idle(now)}
        if len(busy) >= self._max_subjects:
            for subject in list(busy)[: self._max_subjects // 10 + 1]:
                del busy[subject]
        self._limiters = busy
        self._untold &= busy.keys()
        self._forget_at = min(self._max_subjects, max(FEW_SUBJECTS, 2 * len(busy)))


class ConcurrencyLimit:
    """Limits how many connections a subject has at the same time. A maximum of 0 means no limit."""

    def __init__(self, maximum: int) -> None:
        self._maximum = maximum
        self._counts: Counter[str] = Counter()
        self._elsewhere: dict[str, dict[str, int]] = {}

    def acquire(self, subject: str) -> bool:
        """Count one more, if the limit allows it."""
        elsewhere = sum(counts.get(subject, 0) for counts in self._elsewhere.values())
        if self._maximum and self._counts[subject] + elsewhere >= self._maximum:
            return False
        self._counts[subject] += 1
        return True

    def release(self, subject: str) -> None:
        """Count one less."""
        self._counts[subject] -= 1
        if self._counts[subject] <= 0:
            del self._counts[subject]

    def find_much_used(self) -> dict[str, int]:
        """The numbers of all subjects that use more than a small part of the limit."""
        least = max(1, self._maximum // UNTOLD_SHARE)
        return {subject: count for subject, count in self._counts.items() if self._maximum and count >= least}

    def set_elsewhere(self, process: str, counts: dict[str, int]) -> None:
        """Note what subjects use at another process."""
        self._elsewhere[process] = counts
        if not counts:
            del self._elsewhere[process]
