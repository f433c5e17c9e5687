"""Rates and crowds by themselves; what happens on the wire is in test_door and test_connection."""

from __future__ import annotations

from reihum.server.limits import Crowd, Meter, Meters, Rate


def test_a_burst_and_then_a_steady_rate() -> None:
    """So many at once, then one after the other; a pause earns a new burst, and never more than one."""
    meter = Meter(Rate(2, burst=3))
    assert [meter.take(100.0) for _ in range(4)] == [0, 0, 0, 0.5]
    assert meter.take(100.5) == 0
    assert meter.take(100.5) > 0
    assert [meter.take(1_000.0) for _ in range(4)] == [0, 0, 0, 0.5]


def test_refused_attempts_cost_nothing() -> None:
    """Whoever knocks all the time gets in as soon as whoever waits."""
    meter = Meter(Rate(1, burst=1))
    assert meter.take(10.0) == 0
    assert all(meter.take(10.0 + step / 100) for step in range(1, 100))
    assert meter.take(11.0) == 0


def test_no_limit() -> None:
    """Nought a second means as many as they like."""
    meter = Meter(Rate(0, burst=0))
    assert not any(meter.take(1.0) for _ in range(10_000))


def test_subjects_do_not_disturb_each_other() -> None:
    """Everybody has a meter of their own."""
    meters = Meters(Rate(1, burst=1))
    assert meters.take("a", 5.0) == 0
    assert meters.take("b", 5.0) == 0
    assert meters.take("a", 5.0) > 0


def test_memory_is_bounded() -> None:
    """Those that rest are forgotten first; under a flood of addresses the oldest go."""
    meters = Meters(Rate(1, burst=1), most=100)
    for number in range(1_000):
        meters.take(str(number), now=number / 10)
        assert len(meters) <= 100
    for number in range(1_000):
        meters.take(f"at once {number}", now=1_000.0)
    assert len(meters) <= 100


def test_a_crowd() -> None:
    """So many at a time; whoever leaves makes room, and nothing is left behind."""
    crowd = Crowd(2)
    assert [crowd.enter("a") for _ in range(3)] == [True, True, False]
    assert crowd.enter("b")
    crowd.leave("a")
    assert crowd.enter("a")
    for who in ("a", "a", "b"):
        crowd.leave(who)
    assert not crowd._here
    assert all(Crowd(0).enter("a") for _ in range(1_000))
