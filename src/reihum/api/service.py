"""What all requests and connections share: the host, the limits, the connections."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from reihum.api.errors import TooManyRequests
from reihum.api.limits import BURST_SECONDS, RateLimit, RateLimiters
from reihum.api.request import Request
from reihum.api.telemetry import Telemetry
from reihum.host.capacity import Capacity
from reihum.host.host import Host
from reihum.host.workers import Executor

if TYPE_CHECKING:
    from reihum.api.connection import TableConnection

CREATION_COST = 50
"""A request that stores something or takes long costs an address as much as this many others."""

MAX_REVIEWS, MAX_ADDRESS_REVIEWS = 3, 2
"""How many reviews may run at once, in all and for one address: each keeps an expert busy for a while."""

OPEN_SHARE = 10
"""This part of the tables that an address makes in a day may be open to all."""

DAY_SECONDS = 24 * 3600

RETRY_SECONDS = 2.0
"""When the service stops, clients are told to come back after this time."""


class Limits(Struct, frozen=True, kw_only=True):
    """How much clients may ask for; 0 means no limit."""

    rate: int = 0
    """Messages per second per connection and per seat."""
    address_rate: int = 0
    """Messages and requests a second from one address."""
    address_tables: int = 0
    """Tables and circles that one address may make in a day, a tenth of them open to all."""
    address_people: int = 0
    """People who may come from one address for the first time in a day."""


def make_daily_limit(number: int) -> RateLimit:
    """A limit on what comes in a day; all of it may come at once. 0 means no limit."""
    return RateLimit(number / DAY_SECONDS, number)


class Service:
    """A host with the people who use it. ``uploads`` verifies and replays the records that people upload."""

    def __init__(self, host: Host, uploads: Executor, telemetry: Telemetry, limits: Limits) -> None:
        self.host = host
        self.uploads = uploads
        self.telemetry = telemetry
        self.message_limit = RateLimit(limits.rate, BURST_SECONDS * limits.rate)
        self.seat_limiters = RateLimiters(self.message_limit)
        address_rate = limits.address_rate
        self.message_limiters = RateLimiters(RateLimit(address_rate, BURST_SECONDS * address_rate))
        self.reviews = Capacity(MAX_REVIEWS, MAX_ADDRESS_REVIEWS)
        self.connections: set[TableConnection] = set()
        self.stopping = False
        self._creations = RateLimiters(RateLimit(address_rate / CREATION_COST, address_rate))
        self._batches = RateLimiters(RateLimit(address_rate, BURST_SECONDS * address_rate))
        self._people = RateLimiters(make_daily_limit(limits.address_people))
        self._tables = RateLimiters(make_daily_limit(limits.address_tables))
        self._open_tables = RateLimiters(make_daily_limit(-(-limits.address_tables // OPEN_SHARE)))

    async def find_person(self, request: Request) -> str:
        """Find the person whose secret came with a request; an empty text if there is nobody."""
        for secret in request.secrets:
            if person := await self.host.people.find(secret):
                if person.visits:
                    request.renewed_secret = secret
                return person.id
        return ""

    async def forget(self, person: str) -> None:
        """Forget a person and end their connections."""
        await self.host.forget(person)

    def count_creation(self, address: str) -> None:
        """Refuse to store or compute more for an address that has asked for a lot."""
        self._take(self._creations, address)

    def count_batch(self, address: str) -> None:
        """Refuse to read more of long lists for an address that has read a lot: a batch takes as long as a request."""
        self._take(self._batches, address)

    def count_person(self, address: str) -> None:
        """Refuse to know one more person from an address from which many have come for the first time today."""
        self._take(self._people, address)

    def count_table(self, address: str, *, is_open: bool = False) -> None:
        """Refuse to make more tables or circles, or to show more tables to everybody, for an address that has made many
        today."""
        self._take(self._open_tables if is_open else self._tables, address)

    def _take(self, limiters: RateLimiters, address: str) -> None:
        if wait_seconds := limiters.take(address, self.host.clock.monotonic()):
            raise TooManyRequests(wait_seconds)

    def reconnect(self, person: str, seconds: float) -> None:
        """Let the connections of a person come back after a time, with the secrets that are valid then."""
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
