"""Rates and numbers of connections alone; test_transport and test_connection test them in the server."""

from __future__ import annotations

from reihum.api.limits import FEW_SUBJECTS, ConcurrencyLimit, RateLimit, RateLimiter, RateLimiters


def test_a_burst_and_then_a_steady_rate() -> None:
    """A burst, then one after the other; a pause earns a new burst, but never more than one."""
    limiter = RateLimiter(RateLimit(2, burst=3))
    assert [limiter.take(100.0) for _ in range(4)] == [0, 0, 0, 0.5]
    assert limiter.take(100.5) == 0
    assert limiter.take(100.5) > 0
    assert [limiter.take(1_000.0) for _ in range(4)] == [0, 0, 0, 0.5]


def test_refused_attempts_cost_nothing() -> None:
    """A client that tries all the time gets in as soon as one that waits."""
    limiter = RateLimiter(RateLimit(1, burst=1))
    assert limiter.take(10.0) == 0
    assert all(limiter.take(10.0 + step / 100) for step in range(1, 100))
    assert limiter.take(11.0) == 0


def test_no_limit() -> None:
    """A rate of 0 means no limit."""
    limiter = RateLimiter(RateLimit(0, burst=0))
    assert not any(limiter.take(1.0) for _ in range(10_000))


def test_subjects_do_not_disturb_each_other() -> None:
    """Each subject has a separate limiter."""
    limiters = RateLimiters(RateLimit(1, burst=1))
    assert limiters.take("a", 5.0) == 0
    assert limiters.take("b", 5.0) == 0
    assert limiters.take("a", 5.0) > 0


def test_memory_is_bounded() -> None:
    """Idle subjects are forgotten first; under a flood of addresses, the oldest."""
    limiters = RateLimiters(RateLimit(1, burst=1), max_subjects=100)
    for number in range(1_000):
        limiters.take(str(number), now=number / 10)
        assert len(limiters) <= 100
    for number in range(1_000):
        limiters.take(f"at once {number}", now=1_000.0)
    assert len(limiters) <= 100


def test_idle_subjects_do_not_pile_up() -> None:
    """Subjects that came and went are forgotten long before the memory is full."""
    limiters = RateLimiters(RateLimit(1, burst=1))
    for number in range(50_000):
        limiters.take(str(number), now=number / 10)
    assert len(limiters) <= FEW_SUBJECTS


def test_alone_nothing_is_kept_for_other_processes() -> None:
    """Nobody collects what a process that is alone on its store has taken."""
    limiters = RateLimiters(RateLimit(1, burst=1))
    for number in range(50_000):
        limiters.take(str(number), now=number / 10)
    assert not limiters._untold


def test_what_is_left_to_tell_is_bounded() -> None:
    """While the other processes cannot be told, what is kept for them is bounded like the limits themselves."""
    limiters = RateLimiters(RateLimit(1, burst=1))
    limiters.shared = True
    for number in range(50_000):
        limiters.take(str(number), now=number / 10)
    assert len(limiters._untold) <= FEW_SUBJECTS


def test_a_number_at_the_same_time() -> None:
    """A subject that releases one makes room for another, and nothing is left over."""
    limit = ConcurrencyLimit(2)
    assert [limit.acquire("a") for _ in range(3)] == [True, True, False]
    assert limit.acquire("b")
    limit.release("a")
    assert limit.acquire("a")
    for who in ("a", "a", "b"):
        limit.release(who)
    assert not limit._counts
    assert all(ConcurrencyLimit(0).acquire("a") for _ in range(1_000))
