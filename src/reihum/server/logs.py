"""What the server logs: that it starts, stops and fails. It never logs who did what: no names or keys, and no
addresses unless the operator wants those that are refused."""

from __future__ import annotations

import logging
from datetime import UTC, datetime

import msgspec

from reihum.api.limits import RateLimit, RateLimiters
from reihum.host.clock import Clock, SystemClock

REPEAT_LIMIT = RateLimit(1 / 60, burst=5)
"""The same line: five times, then once a minute. Nobody fills the disk by making mistakes."""


class RepeatFilter(logging.Filter):
    """Suppresses a line that is repeated too often."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self._clock = clock
        self._limiters = RateLimiters(REPEAT_LIMIT, max_subjects=1_000)

    def filter(self, record: logging.LogRecord) -> bool:
        first = str(record.msg).split("\n", 1)[0]  # asyncio names the task that failed in further lines
        return not self._limiters.take(f"{record.name} {first}", self._clock.monotonic())


class JsonFormatter(logging.Formatter):
    """Writes a line as a JSON object: the time, the level, who says it, what, and the error behind it."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if address := getattr(record, "address", ""):
            line["address"] = address
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


def configure_logging(level: str, format: str = "text") -> None:
    """Log to standard error. uvicorn logs warnings only: its other lines tell the addresses of all clients."""
    handler = logging.StreamHandler()
    text = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    handler.setFormatter(JsonFormatter() if format == "json" else text)
    handler.addFilter(RepeatFilter(SystemClock()))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    logging.getLogger("reihum").setLevel(level.upper())
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    logging.getLogger("asyncpg").setLevel(logging.CRITICAL)  # the store says itself that the database is away
