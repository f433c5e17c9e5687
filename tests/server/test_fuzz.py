"""Garbage from clients causes no unexpected error and no stall; offenders are dropped, others play on."""

from __future__ import annotations

import asyncio

import pytest

from reihum.api.connection import TableConnection
from reihum.protocol.requests import Request, Whole
from tools.campaigns.fuzz import ATTACKERS, MAX_STALLS, ErrorLines, LoopStalls, attack


@pytest.mark.parametrize("frames", [10_000, pytest.param(100_000, marks=pytest.mark.soak)])
def test_garbage_harms_nobody(frames: int) -> None:
    """Fuzzed frames and messages beside a table that plays on: everything there is answered, and nothing takes long."""
    stalls, errors = LoopStalls(), ErrorLines()
    with stalls.watch(), errors.collect():
        attacks = asyncio.run(attack(frames, f"{frames}"))
    assert sum(each.sent for each in attacks) >= frames
    assert sum(each.dropped for each in attacks) > ATTACKERS
    assert stalls.count <= MAX_STALLS
    assert errors.lines == []


def test_a_message_that_fails_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check above can fail: this server has a fault in one kind of request."""

    execute = TableConnection._execute

    async def fail(connection: TableConnection, request: Request, arrived_at: float) -> None:
        if isinstance(request, Whole):
            raise KeyError("planted")
        await execute(connection, request, arrived_at)

    monkeypatch.setattr(TableConnection, "_execute", fail)
    errors = ErrorLines()
    with errors.collect(), pytest.raises(AssertionError, match="failed"):  # the honest client looks at the table, too
        asyncio.run(attack(1_000, "planted"))
    assert any("has failed" in line for line in errors.lines)
