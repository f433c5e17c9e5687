"""The benchmarks of a server, under load and idle, work; only a machine that does nothing else tells how fast it is."""

from __future__ import annotations

import pytest

from benchmarks.idle import find_figures
from benchmarks.load import figures
from benchmarks.move import find_figures as find_move_figures


@pytest.mark.full
def test_a_small_load_is_carried_by_both_servers() -> None:
    """Every move that is due is made and acknowledged, and what it costs is measured."""
    for found in figures(tables=5, rate=20, seconds=1.5):
        assert found.made == 30
        assert found.moves > 0
        assert found.fastest > 0
        assert 0 < found.p50 <= found.p99
        assert found.work >= 0
        assert found.fastest_work >= 0
        assert found.memory > 10


@pytest.mark.full
def test_idle_connections_are_measured() -> None:
    """The memory of a connection, and the moves that are made among them."""
    found = find_figures(tables=5, rate=20, seconds=1.5)
    assert found.connections == 20
    assert found.connection_kb > 0
    assert found.made == 30
    assert found.moves > 0
    assert 0 < found.p50_ms <= found.p99_ms


@pytest.mark.full
def test_a_move_is_measured_without_sockets() -> None:
    """Every move is answered, and the tables end with their connections."""
    found = find_move_figures(tables=2, moves=100)
    assert 0 < found.process[0] <= found.process[1]
    assert 0 < found.loop[0] <= found.loop[1]
