"""Garbage from clients causes no unexpected error and no stall; offenders are dropped, others play on."""

from __future__ import annotations

import asyncio
import logging

import pytest

from tools.campaigns.fuzz import ATTACKERS, MAX_STALLS, ErrorLines, LoopStalls, attack


@pytest.mark.parametrize("frames", [10_000, pytest.param(100_000, marks=pytest.mark.full)])
def test_garbage_harms_nobody(frames: int) -> None:
    """Fuzzed frames and messages beside a table that plays on: everything there is answered, and nothing takes long."""
    stalls, errors = LoopStalls(), ErrorLines()
    with stalls.watch(), errors.collect():
        attacks = asyncio.run(attack(frames, f"{frames}"))
    assert sum(each.sent for each in attacks) >= frames
    assert sum(each.dropped for each in attacks) > ATTACKERS
    assert stalls.count <= MAX_STALLS
    assert errors.lines == []


def test_an_error_is_noticed() -> None:
    """The check above can fail: a line about an error is kept."""
    errors = ErrorLines()
    with errors.collect():
        logging.getLogger("reihum.server").error("A message has failed")
    assert errors.lines == ["A message has failed"]
