"""Round trips, measured by numbered pings."""

from __future__ import annotations

import pytest

from reihum.host.timing.pings import MAX_PENDING_PINGS, RECENT_PINGS, Pings, lower_quartile


def answered(pings: Pings, *milliseconds: float, start: int = 0) -> Pings:
    """Pings that took these milliseconds, one after another."""
    for number, taken in enumerate(milliseconds, start):
        pings.send(number, number)
        assert pings.receive(number, number + taken / 1_000) == pytest.approx(taken)
    return pings


def test_the_lower_quartile_counts() -> None:
    """§4: a lower quartile of pings on the same connection: a few slow answers change nothing, nor does a quick one."""
    assert answered(Pings(), 40).round_trip == 40
    assert answered(Pings(), 90, 40, 60, 50).round_trip == 40
    assert answered(Pings(), 40, 50, 60, 70, 80).round_trip == 50
    assert answered(Pings(), *[100] * 15, *[20] * 5).round_trip == 20
    assert answered(Pings(), *[20] * 5, *[100] * 15).round_trip == 20
    assert answered(Pings(), *[20] * 4, *[100] * 16).round_trip == 100


def test_only_recent_pings_count() -> None:
    """A connection that has become slower is known as slower, and the other way round."""
    pings = answered(Pings(), *[20] * 50)
    assert answered(pings, *[200] * (RECENT_PINGS - 5), start=50).round_trip == 20
    assert answered(pings, 200, start=100).round_trip == 200


def test_before_the_first_answer_there_is_none() -> None:
    """Nobody is believed to be far away unless it is known."""
    pings = Pings()
    pings.send(1, 0.0)
    assert pings.round_trip == 0


def test_what_was_not_asked_or_is_answered_already_counts_nothing() -> None:
    """Nobody can make a connection look slow or quick with answers that nobody waits for."""
    pings = Pings()
    assert pings.receive(7, 1.0) is None
    pings.send(7, 1.0)
    assert pings.receive(7, 1.1) == pytest.approx(100)
    assert pings.receive(7, 9.0) is None
    assert pings.round_trip == 100


def test_pings_that_are_never_answered_are_given_up() -> None:
    """Silence takes no memory."""
    pings = Pings()
    for number in range(MAX_PENDING_PINGS + 10):
        pings.send(number, 0.0)
    assert pings.receive(5, 1.0) is None
    assert pings.receive(10, 1.0) == pytest.approx(1_000)
    assert len(pings._pending) == MAX_PENDING_PINGS - 1


def test_the_quartile_of_few() -> None:
    """Of four or fewer the smallest."""
    assert [lower_quartile(range(1, size + 1)) for size in range(1, 10)] == [1, 1, 1, 1, 2, 2, 2, 2, 3]
