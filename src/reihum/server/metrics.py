"""Metrics for Prometheus. They count, and name nobody."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.gc_collector import GCCollector
from prometheus_client.process_collector import ProcessCollector

from reihum.api.telemetry import Telemetry
from reihum.host.clock import Clock

BUCKETS_SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
LAG_SECONDS = 0.5
"""How often the lag of the event loop is measured."""


class Metrics(Telemetry):
    """All metrics of one server."""

    def __init__(self) -> None:
        super().__init__()
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        GCCollector(registry=registry)
        self.connections = Gauge("reihum_connections", "Open WebSocket connections", registry=registry)
        self.tables = Gauge("reihum_tables", "Tables in memory", registry=registry)
        self.free_bytes = Gauge("reihum_disk_free_bytes", "Space left on the disk of the store", registry=registry)
        self._received = Counter("reihum_received", "Messages from clients", ["type"], registry=registry)
        self._sent = Counter("reihum_sent", "Messages to clients", registry=registry)
        self._refused = Counter("reihum_refused", "Messages and requests refused", ["code"], registry=registry)
        self._dropped = Counter("reihum_dropped", "Connections the server has ended", ["reason"], registry=registry)
        self.requests = Counter("reihum_requests", "HTTP requests", ["route", "status"], registry=registry)
        self._commands = Histogram(
            "reihum_command_seconds",
            "From a command's arrival to its answer",
            buckets=BUCKETS_SECONDS,
            registry=registry,
        )
        self.moves = Counter("reihum_moves", "Moves on disk", registry=registry)
        self._appends = Histogram(
            "reihum_append_seconds",
            "From an append to a table's log until it is on disk",
            buckets=BUCKETS_SECONDS,
            registry=registry,
        )
        self.bot_queue = Gauge("reihum_bot_queue", "Moves and calls of bots that wait for a process", registry=registry)
        self.outages = Counter("reihum_store_outages", "Times the store could not be written", registry=registry)
        self.backups = Counter("reihum_backups", "Scheduled backups", ["result"], registry=registry)
        self.backup_time = Gauge(
            "reihum_backup_timestamp_seconds", "When the newest scheduled backup was written", registry=registry
        )
        self.lag = Histogram(
            "reihum_loop_lag_seconds", "How late the event loop is", buckets=BUCKETS_SECONDS, registry=registry
        )

    def count_refusal(self, code: str) -> None:
        self._refused.labels(code).inc()

    def count_drop(self, reason: str) -> None:
        self._dropped.labels(reason).inc()

    def count_command(self, seconds: float) -> None:
        self._commands.observe(seconds)

    def count_append(self, seconds: float, moves: int) -> None:
        """Entries of a table are on disk, with this number of moves, after this time."""
        self._appends.observe(seconds)
        self.moves.inc(moves)

    def encode(self) -> bytes:
        """Encode all metrics as Prometheus reads them. Messages are only counted while they pass."""
        for kind, number in self.messages_in.items():
            self._received.labels(kind).inc(number)
        self._sent.inc(self.messages_out)
        self.messages_in.clear()
        self.messages_out = 0
        return generate_latest(self.registry)

    async def measure_lag(self, clock: Clock) -> None:
        """Measure how late the event loop is, forever."""
        while True:
            due = clock.monotonic() + LAG_SECONDS
            await clock.sleep(LAG_SECONDS)
            self.lag.observe(max(0.0, clock.monotonic() - due))
