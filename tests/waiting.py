"""Waiting for a condition, where only real time can bring it: another process, a thread, a database.

A test never waits for a duration. These functions look again and again, and give up after a time that only a fault
needs.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

END_SECONDS = 120
PAUSE_SECONDS = 0.001


async def wait_until(condition: Callable[[], object]) -> None:
    """Let the event loop go on until a condition holds."""
    async with asyncio.timeout(END_SECONDS):
        while not condition():
            await asyncio.sleep(PAUSE_SECONDS)


def block_until(condition: Callable[[], object]) -> None:
    """Block this thread until a condition holds."""
    end = time.monotonic() + END_SECONDS
    while not condition():
        assert time.monotonic() < end, "the condition never came true"
        time.sleep(PAUSE_SECONDS)
