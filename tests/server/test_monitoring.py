"""Health, readiness and metrics."""

from __future__ import annotations

import pytest

from house import awaited
from network import net
from reihum.store.log import StorageFailed


@awaited
async def test_alive_and_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server is alive while it answers, and ready while it can store things and does not stop."""
    async with net() as up:
        assert (await up.ask("GET", "/health")).data["status"] == "ok"
        assert (await up.ask("GET", "/ready")).data == {"status": "ok", "warm": True}

        async def broken(**_: object) -> None:
            raise StorageFailed("storage", detail="planted")

        monkeypatch.setattr(up.log, "find_listings", broken)
        ready = await up.ask("GET", "/ready")
        assert (ready.status, ready.data) == (503, {"status": "storage", "warm": True})
        up.up.service.stopping = True
        assert (await up.ask("GET", "/ready")).data == {"status": "stopping", "warm": True}
        assert (await up.ask("GET", "/health")).status == 200


@awaited
async def test_metrics() -> None:
    """Events are counted, and nobody is named."""
    async with net() as up:
        made, paul = await up.table()
        async with up.socket(made["table"], paul) as talk:
            await talk.do("say", "1", phrase="hello")
            await talk.send("garbage")
            await talk.heard("refused")
            text = (await up.ask("GET", "/metrics")).body.decode()
        for line in (
            "reihum_connections 1.0",
            "reihum_tables 1.0",
            'reihum_received_total{type="say"} 1.0',
            'reihum_refused_total{code="bad-message"} 1.0',
            "reihum_command_seconds_count 1.0",
            'reihum_requests_total{route="/api/tables",status="200"} 1.0',
        ):
            assert line in text
        for name in (made["table"], made["you"], made["key"], "127.0.0.1", "Paul"):
            assert name not in text


@awaited
async def test_only_some_addresses_may_read_the_metrics() -> None:
    """Only the addresses in the settings may read the metrics."""
    async with net(metrics=("10.0.0.0/8",)) as up:
        assert (await up.ask("GET", "/metrics")).data["code"] == "not-allowed"
