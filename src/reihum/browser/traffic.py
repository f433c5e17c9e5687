"""What the page wants now. Long work in the same thread waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from reihum.host.clock import Clock

QUIET_SECONDS = 0.1
"""Long work goes on when the page has wanted nothing for this time. A move of a person and its commit are shorter."""


class Traffic:
    """Counts the requests that wait for their answer, and knows when something last happened.

    An answer takes many turns of the event loop. If long work only yielded to one turn at a time, an answer would wait
    for as many pieces of work."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._pending = 0
        self._noted_at = float("-inf")

    def note(self) -> None:
        """Something has happened at a table: what follows from it comes before long work."""
        self._noted_at = self._clock.monotonic()

    @contextmanager
    def answering(self) -> Iterator[None]:
        """A request waits for its answer."""
        self._pending += 1
        try:
            yield
        finally:
            self._pending -= 1
            self.note()

    async def wait_for_quiet(self) -> None:
        """Wait until the page wants nothing."""
        await asyncio.sleep(0)
        while (rest := self._get_rest_seconds()) > 0:
            await self._clock.sleep(rest)

    def _get_rest_seconds(self) -> float:
        if self._pending:
            return QUIET_SECONDS
        return self._noted_at + QUIET_SECONDS - self._clock.monotonic()
