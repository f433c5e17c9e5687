"""The host's clock: wall time for the log, monotonic time for measurements."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from datetime import datetime
from typing import Any, Protocol


class Timer(Protocol):
    """A call that is due later."""

    def cancel(self) -> None:
        """Call it off; harmless once it has been made."""
        ...


class Clock(Protocol):
    """The time as a host needs it; tests bring their own clock."""

    def now(self) -> int:
        """Milliseconds since 1970."""
        ...

    def monotonic(self) -> float:
        """Seconds that never go back."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Return after a delay."""
        ...

    def call_later(self, seconds: float, call: Callable[[], object]) -> Timer:
        """Call a function from the event loop after a delay, unless the timer is cancelled first."""
        ...


def get_date(now_ms: int) -> str:
    """The date of a moment in the time zone of this machine, such as 2026-11-16."""
    return datetime.fromtimestamp(now_ms / 1000).astimezone().date().isoformat()


class SystemClock:
    """The clock of the machine."""

    def now(self) -> int:
        return time.time_ns() // 1_000_000

    def monotonic(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    def call_later(self, seconds: float, call: Callable[[], object]) -> Timer:
        return asyncio.get_running_loop().call_later(seconds, call)


async def run_within(clock: Clock, seconds: float, work: Coroutine[Any, Any, object]) -> bool:
    """Run something until it is done or the time is up; then it is cancelled. Returns whether it was done."""
    task = asyncio.create_task(work)
    timer = clock.call_later(seconds, task.cancel)
    try:
        await asyncio.wait([task])
    finally:
        timer.cancel()
        task.cancel()
    if task.cancelled():
        return False
    task.result()
    return True
