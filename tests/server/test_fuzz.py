"""Garbage from clients causes no unexpected error and no stall; offenders are dropped, others play on."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from contextlib import suppress
from random import Random

import msgspec
import pytest

from reihum.api.connection import TableConnection
from reihum.api.endpoint import Endpoint
from reihum.protocol.requests import BadMessage, TableRequest, Whole, decode, message_types
from reihum.server.app import ENDPOINTS
from tools.campaigns.fuzz import (
    ATTACKERS,
    MAX_STALLS,
    ErrorLines,
    LoopStalls,
    attack,
    make_message,
    make_request,
)
from tools.campaigns.samples import draw


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


def test_every_kind_of_message_and_request_is_tried() -> None:
    """What is sent follows from the protocol and the API: most messages of each type, and most bodies, can be read."""
    dice, read, asked = Random("kinds"), Counter[str](), set()
    for _ in range(5_000):
        with suppress(BadMessage):
            read[str(decode(make_message(dice)).__struct_config__.tag)] += 1
        line = make_request("here", "t-1", "", dice).partition(b"\r\n")[0]
        asked |= {(endpoint.method, endpoint.path) for endpoint in ENDPOINTS if matches(endpoint, line)}
    assert read.keys() == {*message_types()}
    assert min(read.values()) > 10
    assert asked == {(endpoint.method, endpoint.path) for endpoint in ENDPOINTS}
    for endpoint in ENDPOINTS:
        if endpoint.body not in (None, bytes):
            raw = [msgspec.json.encode(draw(endpoint.body, dice)) for _ in range(100)]
            assert any(can_read(each, endpoint.body) for each in raw), endpoint.path


def matches(endpoint: Endpoint, line: bytes) -> bool:
    """Whether a request's first line asks for an endpoint."""
    path = re.sub(r"\\{\w+\\}", "[^/]+", re.escape(endpoint.path))
    return bool(re.match(rf"{endpoint.method} {path}[? ]", line.decode(errors="replace")))


def can_read(raw: bytes, kind: object) -> bool:
    """Whether a body is of a type."""
    with suppress(msgspec.MsgspecError):
        msgspec.json.decode(raw, type=kind)
        return True
    return False


def test_a_message_that_fails_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check above can fail: this server has a fault in one kind of request."""

    execute = TableConnection._execute

    async def fail(connection: TableConnection, request: TableRequest, arrived_at: float) -> None:
        if isinstance(request, Whole):
            raise KeyError("planted")
        await execute(connection, request, arrived_at)

    monkeypatch.setattr(TableConnection, "_execute", fail)
    errors = ErrorLines()
    with errors.collect(), pytest.raises(AssertionError, match="failed"):  # the honest client looks at the table, too
        asyncio.run(attack(1_000, "planted"))
    assert any("has failed" in line for line in errors.lines)
