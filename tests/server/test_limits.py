"""Rates and crowds by themselves; what happens on the wire is in test_door and test_connection."""

from __future__ import annotations

from reihum.server.limits import ConcurrencyLimit, RateLimit, RateLimiter, RateLimiters


def test_a_burst_and_then_a_steady_rate() -> None:
    """So many at once, then one after the other; a pause earns a new burst, and never more than one."""
    limiter = RateLimiter(RateLimit(2, burst=3))
    assert [limiter.take(100.0) for _ in range(4)] == [0, 0, 0, 0.5]
    assert limiter.take(100.5) == 0
    assert limiter.take(100.5) > 0
    assert [limiter.take(1_000.0) for _ in range(4)] == [0, 0, 0, 0.5]


def test_refused_attempts_cost_nothing() -> None:
    """Whoever knocks all the time gets in as soon as whoever waits."""
    limiter = RateLimiter(RateLimit(1, burst=1))
    assert limiter.take(10.0) == 0
    assert all(limiter.take(10.0 + step / 100) for step in range(1, 100))
    assert limiter.take(11.0) == 0


def test_no_limit() -> None:
    """Nought a second means as many as they like."""
    limiter = RateLimiter(RateLimit(0, burst=0))
    assert not any(limiter.take(1.0) for _ in range(10_000))


def test_subjects_do_not_disturb_each_other() -> None:
    """Everybody has a limiter of their own."""
    limiters = RateLimiters(RateLimit(1, burst=1))
    assert limiters.take("a", 5.0) == 0
    assert limiters.take("b", 5.0) == 0
    assert limiters.take("a", 5.0) > 0


def test_memory_is_bounded() -> None:
    """Those that rest are forgotten first; under a flood of addresses the oldest go."""
    limiters = RateLimiters(RateLimit(1, burst=1), max_subjects=100)
    for number in range(1_000):
        limiters.take(str(number), now=number / 10)
        assert len(limiters) <= 100
    for number in range(1_000):
        limiters.take(f"at once {number}", now=1_000.0)
    assert len(limiters) <= 100


def test_a_crowd() -> None:
    """So many at a time; whoever leaves makes room, and nothing is left behind."""
    limit = ConcurrencyLimit(2)
    assert [limit.acquire("a") for _ in range(3)] == [True, True, False]
    assert limit.acquire("b")
    limit.release("a")
    assert limit.acquire("a")
    for who in ("a", "a", "b"):
        limit.release(who)
    assert not limit._counts
    assert all(ConcurrencyLimit(0).acquire("a") for _ in range(1_000))
