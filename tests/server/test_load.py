"""The benchmark of a server under load works; a machine that does nothing else tells how fast the server is."""

from __future__ import annotations

import pytest

from benchmarks.load import figures


@pytest.mark.full
def test_a_small_load_is_carried_by_both_servers() -> None:
    """Every move that is due is made and acknowledged, and what it costs is measured."""
    for found in figures(tables=5, rate=20, seconds=1.5):
        assert found.moves > 1
        assert found.fastest > 1
        assert 0 < found.p50 <= found.p99
        assert found.work >= 0
        assert found.memory > 10
