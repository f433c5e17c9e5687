"""What all requests and connections of one server share: the host, the limits, the figures, who is connected."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection

from reihum.host.host import Host
from reihum.host.places import Places
from reihum.host.workers import Workers, Working
from reihum.server import cookies
from reihum.server.config import Config
from reihum.server.errors import TooMany
from reihum.server.limits import Crowd, Meters, Rate
from reihum.server.metrics import Metrics
from reihum.server.security import Networks, address

if TYPE_CHECKING:
    from reihum.server.connection import Connection

AT_ONCE = 4
"""After a pause so many times the rate of a second may come at once."""

MAKING = 50
"""Making something that is kept, or that takes long, costs an address as much as so many requests."""

UPLOADS = 4
"""So many records that people bring may be worked on or wait for that, one after another: play comes first."""

REVIEWS = 3
"""So many reviews may run at once: each keeps an expert busy for a while."""

RESERVE = 10
"""An address whose requests are used up may still let in people who are known, at this part of its rate."""

COME_BACK = 2.0
"""Seconds after which clients try again when the server stops."""


class Service:
    """The state of a running server."""

    def __init__(self, host: Host, config: Config) -> None:
        self.host = host
        self.config = config
        self.metrics = Metrics()
        self.rate = Rate(config.rate, AT_ONCE * config.rate)
        self.seats = Meters(self.rate)
        address_rate = Rate(config.address_rate, AT_ONCE * config.address_rate)
        self.addresses = Meters(address_rate)
        self.messages = Meters(address_rate)
        self.crowd = Crowd(config.address_connections)
        self.may_measure = Networks(config.metrics)
        self.uploads: Working = Workers(most=UPLOADS)
        """Who verifies and replays the records that people bring."""
        self.reviews = Places(REVIEWS)
        self.connections: set[Connection] = set()
        self.stopping = False
        self._reserve = Meters(Rate(config.address_rate / RESERVE, config.address_rate))
        self._making = Meters(Rate(config.address_rate / MAKING, config.address_rate))
        self.metrics.connections.set_function(lambda: len(self.connections))
        self.metrics.tables.set_function(lambda: len(host.rooms))

    async def person_of(self, connection: HTTPConnection) -> str:
        """Who is known by the cookie of a request; nobody if it has none, or one that nobody knows."""
        for secret in cookies.secrets_of(connection):
            if person := await self.host.people.find(secret):
                if person.visits:
                    cookies.visited(connection, secret)
                return person.id
        return ""

    async def wait_of(self, connection: HTTPConnection) -> float:
        """How long an address must wait with a request. Others there may be noisy: who is known can still come to a
        table."""
        own, now = address(connection.scope), asyncio.get_running_loop().time()
        wait = self.addresses.take(own, now)
        if not wait or connection.scope["type"] != "websocket" or not cookies.secrets_of(connection):
            return wait
        return self._reserve.take(own, now) or (0.0 if await self.person_of(connection) else wait)

    def count_making(self, own: str) -> None:
        """Refuse to make still more for one address."""
        if wait := self._making.take(own, asyncio.get_running_loop().time()):
            raise TooMany(wait)

    def say_closing(self) -> None:
        """Tell everybody who is connected to come back soon. Nobody waits for work on records any more."""
        self.stopping = True
        self.uploads.close()
        self.host.means.working.close()
        for connection in list(self.connections):
            connection.close(COME_BACK)
