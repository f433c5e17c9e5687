"""What the server logs: that it starts, stops and fails. Never who did what: no addresses, names, keys or cookies."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from reihum.server.limits import Meters, Rate

SPARING = Rate(1 / 60, burst=5)
"""The same line: five times, then once a minute. Nobody fills the disk by making mistakes."""


class Sparing(logging.Filter):
    """Lets the same line through only so often."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._meters = Meters(SPARING, most=1_000)

    def filter(self, record: logging.LogRecord) -> bool:
        return not self._meters.take(f"{record.name} {record.msg}", self._clock())


def set_up(level: str) -> None:
    """Log to standard error. Of uvicorn only what is wrong: it would tell the addresses of all who come."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    handler.addFilter(Sparing())
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    logging.getLogger("reihum").setLevel(level.upper())
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
