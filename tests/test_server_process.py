"""The helpers that start servers for tests."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from server_process import find_port


def test_no_two_tests_get_the_same_port(monkeypatch: pytest.MonkeyPatch) -> None:
    """A port belongs to a test until the tests end, even before a server listens there."""
    taken = find_port()
    tries, real = iter([taken, taken]), random.choice

    def choose(ports: Sequence[int]) -> int:
        return next(tries, None) or real(ports)

    monkeypatch.setattr(random, "choice", choose)
    assert find_port() != taken
    assert next(tries, None) is None
