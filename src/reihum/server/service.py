"""A service on a network: settings, metrics, limits on addresses, notices."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection

from reihum.api.endpoint import RequestContext
from reihum.api.errors import Banned
from reihum.api.limits import BURST_SECONDS, ConcurrencyLimit, RateLimit, RateLimiters
from reihum.api.service import Limits, Service
from reihum.host.bot_runner import BotProcesses
from reihum.host.host import Host
from reihum.host.workers import PoolClosed, WorkerDied, WorkerPool
from reihum.server.adapters import read_request
from reihum.server.addresses import Networks, read_client_address
from reihum.server.backups import BackupSchedule, make_writer
from reihum.server.config import Config
from reihum.server.metrics import Metrics
from reihum.server.shared_limits import SharedLimits
from reihum.server.store_monitor import StoreMonitor
from reihum.store.location import Location

if TYPE_CHECKING:
    from reihum.server.push.sender import PushSender

_log = logging.getLogger("reihum.server")

MAX_UPLOADS, MAX_ADDRESS_UPLOADS = 4, 2
"""How many uploaded records may be worked on or wait, in all and of one address: one after another, as play comes
first."""

RESERVE_SHARE = 10
"""An address that has used up its rate may still let people in who are known, at this part of its rate."""


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


def make_schedule(host: Host, config: Config, metrics: Metrics) -> BackupSchedule | None:
    """Make what writes backups, if the settings name a folder."""
    if not config.backup_folder:
        return None
    write = make_writer(Location(config.data, config.database))
    folder = Path(config.backup_folder)
    return BackupSchedule(folder, config.backup_hours, config.backup_keep, host.clock, metrics, write)


class NetworkService(Service):
    """The state of a running server."""

    telemetry: Metrics

    def __init__(self, host: Host, config: Config) -> None:
        limits = Limits(
            rate=config.rate,
            address_rate=config.address_rate,
            address_tables=config.address_tables,
            address_people=config.address_people,
        )
        super().__init__(
            host, WorkerPool(max_jobs=MAX_UPLOADS, max_address_jobs=MAX_ADDRESS_UPLOADS), Metrics(), limits
        )
        self.config = config
        self.store = StoreMonitor(host.log, host.clock, self.telemetry)
        self.request_limiters = RateLimiters(RateLimit(config.address_rate, BURST_SECONDS * config.address_rate))
        self.connection_limit = ConcurrencyLimit(config.address_connections)
        self.metrics_readers = Networks(config.metrics)
        self.push = None if config.no_push else make_sender(host, config)
        """Sends notices to people who are not connected, if this server does."""
        self.warm = config.lazy
        """Whether the bots are as quick as they will ever be, or are not prepared at all."""
        self._reserve = RateLimiters(RateLimit(config.address_rate / RESERVE_SHARE, config.address_rate))
        self.telemetry.connections.set_function(lambda: len(self.connections))
        self.telemetry.tables.set_function(lambda: len(host.rooms))
        host.admin.on_ban = self._drop_banned
        host.services.on_append = self.telemetry.count_append
        bots = host.services.bots
        if isinstance(bots, BotProcesses):
            self.telemetry.bot_queue.set_function(bots.count_waiting)
        self.backups = make_schedule(host, config, self.telemetry)
        """Writes backups from time to time, if this server does."""

    def share_limits(self, sockets: ConcurrencyLimit) -> SharedLimits:
        """Count the limits across all processes on this store; ``sockets`` limits the connections of an address."""
        host = self.host
        return SharedLimits(
            host.log,
            host.clock,
            host.services.process,
            {
                "requests": self.request_limiters,
                "messages": self.message_limiters,
                "seats": self.seat_limiters,
                "creations": self._creations,
                "batches": self._batches,
                "people": self._people,
                "tables": self._tables,
                "open-tables": self._open_tables,
                "reserve": self._reserve,
            },
            {"sockets": sockets, "connections": self.connection_limit},
        )

    def check_ban(self, address: str) -> None:
        """Refuse an address that the operator has banned."""
        for network, until in self.host.admin.state.find_bans(self.host.clock.now()).items():
            if address in Networks([network]):
                raise Banned("banned", until=f"{datetime.fromtimestamp(until / 1000, UTC):%Y-%m-%d %H:%M} UTC")

    def _drop_banned(self) -> None:
        for connection in list(self.connections):
            try:
                self.check_ban(connection.address)
            except Banned as error:
                connection.wire.drop(1008, error.code)

    async def get_wait_seconds(self, connection: HTTPConnection) -> float:
        """How long an address must wait with a request. Other people there may be noisy: people who are known can
        still come to a table."""
        address, now = read_client_address(connection.scope), self.host.clock.monotonic()
        self.check_ban(address)
        wait_seconds = self.request_limiters.take(address, now)
        if not wait_seconds or connection.scope["type"] != "websocket":
            return wait_seconds
        request = read_request(connection)
        if not request.secrets:
            return wait_seconds
        return self._reserve.take(address, now) or (0.0 if await self.find_person(request) else wait_seconds)

    async def forget(self, person: str) -> None:
        if self.push is not None:
            await self.push.devices.remove_all(person)
        await super().forget(person)

    async def warm_up(self) -> None:
        """Prepare the bots, so that the first hint and the first move are as quick as the tenth."""
        begun = self.host.clock.monotonic()
        try:
            await self.host.services.bots.warm_up()
        except PoolClosed:
            return  # the server stops
        except WorkerDied:
            _log.warning("A process that prepares bots was killed twice; bots prepare themselves when they are asked")
        self.warm = True
        _log.info("The bots are ready after %.1f seconds", self.host.clock.monotonic() - begun)


def get_service(context: RequestContext) -> NetworkService:
    """The server that a request has come to."""
    assert isinstance(context.service, NetworkService)
    return context.service
