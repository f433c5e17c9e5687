"""Limits that count across several processes on one store."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest

from house import MemoryLog, StillClock, awaited, house, settled
from reihum.api.errors import TooManyRequests
from reihum.api.limits import ConcurrencyLimit
from reihum.server.config import Config
from reihum.server.service import NetworkService
from reihum.server.shared_limits import SHARE_SECONDS, SILENCE_SECONDS

HERE = "192.0.2.1"


class Process:
    """A process on a store that others share."""

    def __init__(self, service: NetworkService, clock: StillClock) -> None:
        self.service = service
        self.sockets = ConcurrencyLimit(service.config.address_connections)
        self._clock = clock
        self._sharing = asyncio.create_task(service.share_limits(self.sockets).run())

    def make_tables(self, count: int) -> int:
        """Make tables until one is refused; gives their number."""
        for number in range(count):
            try:
                self.service.count_table(HERE)
            except TooManyRequests:
                return number
        return count

    def send_messages(self, count: int) -> int:
        """Send messages; gives how many are allowed."""
        now = self._clock.monotonic()
        return sum(not self.service.message_limiters.take(HERE, now) for _ in range(count))

    def connect(self, count: int) -> int:
        """Open connections; gives how many are allowed."""
        return sum(self.sockets.acquire(HERE) for _ in range(count))

    async def die(self) -> None:
        """Tell nothing any more."""
        self._sharing.cancel()
        with suppress(asyncio.CancelledError):
            await self._sharing


async def start_processes(clock: StillClock, count: int = 2, **settings: int) -> list[Process]:
    """Processes on one store."""
    log = MemoryLog()
    homes = [await house(log.shared(), clock, alone=False) for _ in range(count)]
    found = [Process(NetworkService(home.host, Config(no_push=True, **settings)), clock) for home in homes]  # type: ignore[arg-type]
    await settled()
    return found


@awaited
async def test_tables_of_a_day_count_everywhere() -> None:
    """An address that has made all its tables of a day at one process makes none at another a second later, and half of
    them at each of two is all, too."""
    clock = StillClock()
    one, other = await start_processes(clock, address_tables=100)
    assert one.make_tables(200) == 100
    await clock.forward(SHARE_SECONDS)
    assert other.make_tables(10) == 0
    one, other = await start_processes(clock, address_tables=100)
    assert (one.make_tables(50), other.make_tables(50)) == (50, 50)
    await clock.forward(SHARE_SECONDS)
    assert (one.make_tables(5), other.make_tables(5)) == (0, 0)


@pytest.mark.parametrize("count", [2, 4])
@awaited
async def test_messages_count_everywhere(count: int) -> None:
    """In the long run an address sends as many messages to several processes together as to one: its rate, and once the
    burst for each of them before they hear of each other."""
    clock, rate, seconds = StillClock(), 100, 30
    processes = await start_processes(clock, count, address_rate=rate)
    burst = sum(process.send_messages(1_000) for process in processes)
    sent = 0
    for _ in range(seconds):
        await clock.forward(SHARE_SECONDS)
        sent += sum(process.send_messages(1_000) for process in processes)
    assert burst <= 4 * rate * count
    assert sent <= rate * seconds * 1.05


@awaited
async def test_connections_count_everywhere() -> None:
    """The connections of an address to all processes count; those of a process that has died do not."""
    clock = StillClock()
    one, other = await start_processes(clock, address_connections=100)
    assert one.connect(80) == 80
    await clock.forward(SHARE_SECONDS)
    assert other.connect(80) == 20
    await one.die()
    await clock.forward(SILENCE_SECONDS + SHARE_SECONDS)
    assert other.connect(200) == 80


@awaited
async def test_little_is_not_told() -> None:
    """Under a twentieth of a limit nothing is told, so quiet addresses cost nothing."""
    clock = StillClock()
    one, other = await start_processes(clock, address_tables=100, address_connections=100)
    told: list[str] = []
    other.service.host.log.hear(lambda key, _: told.append(key))
    assert (one.make_tables(4), one.connect(4)) == (4, 4)
    await clock.forward(SHARE_SECONDS)
    assert told == []
    one.make_tables(1)
    await clock.forward(SHARE_SECONDS)
    assert told == ["limits"]
