"""Health, readiness and metrics."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from house import MemoryLog, StillClock, awaited, settled
from network import net
from reihum.host.bot_runner import InlineBotRunner
from reihum.host.workers import PoolClosed, WorkerDied
from reihum.server.metrics import Metrics
from reihum.server.store_monitor import ALARM_BYTES, DISK_SECONDS, PROBE_SECONDS, StoreMonitor
from reihum.store.log import StorageFailed
from waiting import wait_until


@awaited
async def test_alive_and_ready() -> None:
    """A server is alive while it answers, and ready while it can store things, which it tries, and does not stop."""
    clock = StillClock()
    async with net(clock=clock) as up:
        assert (await up.ask("GET", "/health")).data["status"] == "ok"
        assert (await up.ask("GET", "/ready")).data == {"status": "ok", "warm": True}
        up.log.failing = True
        clock.jump(PROBE_SECONDS)
        ready = await up.ask("GET", "/ready")
        assert (ready.status, ready.data) == (503, {"status": "storage", "warm": True})
        up.up.service.stopping = True
        assert (await up.ask("GET", "/ready")).data == {"status": "stopping", "warm": True}
        assert (await up.ask("GET", "/health")).status == 200


@awaited
async def test_a_process_that_prepares_bots_is_killed(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The server says so and goes on; one that stops says nothing."""
    failures = [WorkerDied(), PoolClosed("stopping")]

    async def fail(_: object) -> None:
        raise failures.pop(0)

    async with net() as up:
        monkeypatch.setattr(InlineBotRunner, "warm_up", fail)
        for is_warm in (True, False):
            up.up.service.warm = False
            await up.up.service.warm_up()
            assert (await up.ask("GET", "/ready")).data == {"status": "ok", "warm": is_warm}
    assert "A process that prepares bots was killed twice" in caplog.text


@awaited
async def test_the_store_is_tried_at_most_every_few_seconds() -> None:
    """Asking again and again costs no writes."""
    log, clock = MemoryLog(), StillClock()
    monitor = StoreMonitor(log, clock, Metrics())
    await monitor.probe()
    log.failing = True
    await monitor.probe()
    clock.jump(PROBE_SECONDS)
    for _ in range(2):
        with pytest.raises(StorageFailed):
            await monitor.probe()


@awaited
async def test_an_alarm_before_the_disk_is_full(caplog: pytest.LogCaptureFixture) -> None:
    """One line when space gets low, one when there is enough again, and the figure at all times."""
    log, clock, metrics = MemoryLog(), StillClock(), Metrics()
    watching = asyncio.create_task(StoreMonitor(log, clock, metrics).watch_disk())
    for log.free in (ALARM_BYTES, ALARM_BYTES - 1, 5, ALARM_BYTES + 1):
        await clock.forward(DISK_SECONDS)
        assert metrics.registry.get_sample_value("reihum_disk_free_bytes") == log.free
    assert [line.split(":")[0] for line in caplog.messages] == [
        "The disk of the store is almost full",
        "The disk of the store has space again",
    ]
    watching.cancel()
    await settled()


@awaited
async def test_a_failed_backup_is_told(tmp_path: Path) -> None:
    """The server stays ready, but says that the last backup has failed."""
    (tmp_path / "reihum-29991231-235959.sqlite").touch()  # the next one is not due
    async with net(backup_folder=str(tmp_path)) as up:
        assert (await up.ask("GET", "/ready")).data["backup"] == "ok"
        assert up.up.service.backups is not None
        up.up.service.backups.failed = "the disk is full"
        ready = await up.ask("GET", "/ready")
        assert (ready.status, ready.data["backup"]) == (200, "failed")


@awaited
async def test_what_is_on_disk_is_counted() -> None:
    """Moves and the time of appends count when they are stored; an outage of the store counts once."""
    async with net() as up:
        made, paul = await up.table(fill="random")
        async with up.socket(made["table"], paul) as talk:
            await talk.do("start", "1")
            room = await up.host.room(made["table"])
            await wait_until(lambda: room.table.state is not None and room.table.state.to_act == (0,))
            moves = up.read_metric("reihum_moves_total")
            assert room.table.state is not None
            await talk.do("move", "2", move=str(room.table.state.legal(0)[0]))
            assert up.read_metric("reihum_moves_total") > moves
            assert up.read_metric("reihum_append_seconds_count") >= 3
            up.log.failing = True
            for _ in range(2):
                await up.ask("GET", "/metrics")
            assert up.read_metric("reihum_store_outages_total") == 1
            up.log.failing = False


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
