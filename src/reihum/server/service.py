"""What all requests and connections of one server share: the host, the limits, the metrics, the connections."""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection

from reihum.host.capacity import Capacity
from reihum.host.host import Host
from reihum.host.workers import Executor, PoolClosed, WorkerDied, WorkerPool
from reihum.server import cookies
from reihum.server.addresses import Networks, read_client_address
from reihum.server.config import Config
from reihum.server.errors import TooManyRequests
from reihum.server.limits import ConcurrencyLimit, RateLimit, RateLimiters
from reihum.server.metrics import Metrics
from reihum.server.store_monitor import StoreMonitor
from reihum.server.transport import BURST_SECONDS

if TYPE_CHECKING:
    from reihum.server.connection import TableConnection
    from reihum.server.push.sender import PushSender

_log = logging.getLogger("reihum.server")

CREATION_COST = 50
"""A request that stores something or takes long costs an address as much as this many others."""

MAX_UPLOADS = 4
"""How many uploaded records may be worked on or wait, one after another: play comes first."""

MAX_REVIEWS, MAX_ADDRESS_REVIEWS = 3, 2
"""How many reviews may run at once, in all and for one address: each keeps an expert busy for a while."""

RESERVE_SHARE = 10
"""An address that has used up its rate may still let people in who are known, at this part of its rate."""

OPEN_SHARE = 10
"""This part of the tables that an address makes in a day may be open to all."""

DAY_SECONDS = 24 * 3600

RETRY_SECONDS = 2.0
"""When the server stops, clients are told to come back after this time."""


def make_sender(host: Host, config: Config) -> PushSender | None:
    """Make what sends notices, if the library for it is installed."""
    try:
        from reihum.server.push.sender import PushSender
    except ModuleNotFoundError:
        return None
    contact = next((origin for origin in config.origin if origin.startswith("https:")), "")
    sender = PushSender(host.log, host.clock, contact)
    host.on_notice = sender.send
    return sender


def make_daily_limit(number: int) -> RateLimit:
    """A limit on what comes in a day; all of it may come at once. 0 means no limit."""
    return RateLimit(number / DAY_SECONDS, number)


class Service:
    """The state of a running server."""

    def __init__(self, host: Host, config: Config) -> None:
        self.host = host
        self.config = config
        self.metrics = Metrics()
        self.store = StoreMonitor(host.log, host.clock, self.metrics)
        self.message_limit = RateLimit(config.rate, BURST_SECONDS * config.rate)
        self.seat_limiters = RateLimiters(self.message_limit)
        address_limit = RateLimit(config.address_rate, BURST_SECONDS * config.address_rate)
        self.request_limiters = RateLimiters(address_limit)
        self.message_limiters = RateLimiters(address_limit)
        self.connection_limit = ConcurrencyLimit(config.address_connections)
        self.metrics_readers = Networks(config.metrics)
        self.uploads: Executor = WorkerPool(max_jobs=MAX_UPLOADS)
        """Verifies and replays the records that people upload."""
        self.reviews = Capacity(MAX_REVIEWS, MAX_ADDRESS_REVIEWS)
        self.push = None if config.no_push else make_sender(host, config)
        """Sends notices to people who are not connected, if this server does."""
        self.connections: set[TableConnection] = set()
        self.stopping = False
        self.warm = config.lazy
        """Whether the bots are as quick as they will ever be, or are not prepared at all."""
        self._reserve = RateLimiters(RateLimit(config.address_rate / RESERVE_SHARE, config.address_rate))
        self._creations = RateLimiters(RateLimit(config.address_rate / CREATION_COST, config.address_rate))
        self._tables = RateLimiters(make_daily_limit(config.address_tables))
        self._open_tables = RateLimiters(make_daily_limit(-(-config.address_tables // OPEN_SHARE)))
        self.metrics.connections.set_function(lambda: len(self.connections))
        self.metrics.tables.set_function(lambda: len(host.rooms))

    async def find_person(self, connection: HTTPConnection) -> str:
        """Find the person whose cookie came with a request; an empty text if there is nobody."""
        for secret in cookies.read_secrets(connection):
            if person := await self.host.people.find(secret):
                if person.visits:
                    cookies.mark_for_renewal(connection, secret)
                return person.id
        return ""

    async def get_wait_seconds(self, connection: HTTPConnection) -> float:
        """How long an address must wait with a request. Other people there may be noisy: people who are known can
        still come to a table."""
        address, now = read_client_address(connection.scope), self.host.clock.monotonic()
        wait_seconds = self.request_limiters.take(address, now)
        if not wait_seconds or connection.scope["type"] != "websocket" or not cookies.read_secrets(connection):
            return wait_seconds
        return self._reserve.take(address, now) or (0.0 if await self.find_person(connection) else wait_seconds)

    def count_creation(self, address: str) -> None:
        """Refuse to store or compute more for an address that has asked for a lot."""
        if wait_seconds := self._creations.take(address, self.host.clock.monotonic()):
            raise TooManyRequests(wait_seconds)

    def count_table(self, address: str, *, is_open: bool = False) -> None:
        """Refuse to make more tables or circles, or to show more tables to everybody, for an address that has made many
        today."""
        now = self.host.clock.monotonic()
        if wait_seconds := (self._open_tables if is_open else self._tables).take(address, now):
            raise TooManyRequests(wait_seconds)

    async def warm_up(self) -> None:
        """Prepare the bots, so that the first hint and the first move are as quick as the tenth."""
        begun = self.host.clock.monotonic()
        with suppress(PoolClosed, WorkerDied):  # the server stops
            await self.host.services.bots.warm_up()
            self.warm = True
            _log.info("The bots are ready after %.1f seconds", self.host.clock.monotonic() - begun)

    def reconnect(self, person: str, seconds: float) -> None:
        """Let the connections of a person come back after a time, with the cookies that are valid then."""
        for connection in list(self.connections):
            if connection.person == person:
                connection.close(seconds)

    def say_closing(self) -> None:
        """Tell all clients to come back soon, and give up work on records."""
        self.stopping = True
        self.uploads.close()
        self.host.services.executor.close()
        for connection in list(self.connections):
            connection.close(RETRY_SECONDS)
