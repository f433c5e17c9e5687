"""Figures for Prometheus. They count; they name nobody."""

from __future__ import annotations

import asyncio
from time import perf_counter

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.gc_collector import GCCollector
from prometheus_client.process_collector import ProcessCollector

FAST = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
LAG_SECONDS = 0.5
"""So often the event loop is asked whether it is on time."""


class Metrics:
    """All figures of one server."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        GCCollector(registry=registry)
        self.connections = Gauge("reihum_connections", "Open WebSocket connections", registry=registry)
        self.tables = Gauge("reihum_tables", "Tables in memory", registry=registry)
        self.received = Counter("reihum_received", "Messages from clients", ["type"], registry=registry)
        self.sent = Counter("reihum_sent", "Messages to clients", registry=registry)
        self.refused = Counter("reihum_refused", "Messages and requests refused", ["code"], registry=registry)
        self.dropped = Counter("reihum_dropped", "Connections the server has ended", ["reason"], registry=registry)
        self.requests = Counter("reihum_requests", "HTTP requests", ["route", "status"], registry=registry)
        self.commands = Histogram(
            "reihum_command_seconds", "From a command's arrival to its answer", buckets=FAST, registry=registry
        )
        self.lag = Histogram("reihum_loop_lag_seconds", "How late the event loop is", buckets=FAST, registry=registry)

    def text(self) -> bytes:
        """All figures, as Prometheus reads them."""
        return generate_latest(self.registry)

    async def watch_the_loop(self) -> None:
        """Measure how late the event loop is, for ever."""
        while True:
            due = perf_counter() + LAG_SECONDS
            await asyncio.sleep(LAG_SECONDS)
            self.lag.observe(max(0.0, perf_counter() - due))
