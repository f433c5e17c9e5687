"""Long work in the thread of the page waits until the page wants nothing."""

from __future__ import annotations

import asyncio

from house import StillClock, awaited, settled
from reihum.browser.traffic import QUIET_SECONDS, Traffic


@awaited
async def test_long_work_waits_for_answers_and_a_quiet_time() -> None:
    """It waits while a request is open, and then until nothing more has happened for a while."""
    clock = StillClock()
    traffic = Traffic(clock)
    with traffic.answering():
        waiting = asyncio.create_task(traffic.wait_for_quiet())
        await clock.forward(10 * QUIET_SECONDS)
        assert not waiting.done()
    await clock.forward(QUIET_SECONDS / 2)
    traffic.note()
    await clock.forward(QUIET_SECONDS / 2)
    assert not waiting.done()
    await clock.forward(QUIET_SECONDS)
    assert waiting.done()


@awaited
async def test_nobody_waits_where_nothing_happens() -> None:
    """Long work goes on at once, in the next turn of the event loop."""
    waiting = asyncio.create_task(Traffic(StillClock()).wait_for_quiet())
    await settled()
    assert waiting.done()
