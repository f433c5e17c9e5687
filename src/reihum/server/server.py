"""A server from its start to its end: store, host, socket, uvicorn; and a shutdown that loses nothing."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext, suppress
from functools import partial
from typing import Any

from reihum.host.admin_socket import listen
from reihum.host.bot_runner import BotProcesses
from reihum.host.clock import Clock, run_within
from reihum.host.host import Host
from reihum.host.quotas import Quotas
from reihum.host.retention import Retention
from reihum.server.app import make_app
from reihum.server.config import BadSetting, Config
from reihum.server.origins import Origins, find_origins
from reihum.server.service import NetworkService
from reihum.server.transport import UvicornConfig
from reihum.server.uvicorn_server import SHUTDOWN_SECONDS, UvicornServer
from reihum.store.location import Location
from reihum.store.log import StorageFailed
from reihum.store.sqlite import SqliteLog

BACKLOG = 2048
"""How many connections may wait to be accepted."""

DAY_SECONDS = 24 * 3600.0
RESTART_SECONDS = 60.0
"""The time after which background work that has failed begins again."""

GC_THRESHOLDS = (2_500, 20, 1_000)
"""Requests leave reference cycles behind. A collection looks through few objects, so no pause is long; looking
through all of them, which takes half a second with 1,000 tables, is rare."""

log = logging.getLogger("reihum.server")


class RunningServer:
    """A server at work. ``port`` is the real one, ``origins`` where people find it, ``place`` where tables are kept."""

    def __init__(self, service: NetworkService, config: Config, listener: socket.socket, place: str) -> None:
        self.service = service
        self.port: int = listener.getsockname()[1]
        self.origins: Origins = find_origins(config, self.port)
        self.place = place
        app = make_app(service, self.origins)
        self._uvicorn_config = UvicornConfig(app, config, service.host.clock)
        self.uvicorn = UvicornServer(self._uvicorn_config, service.say_closing)
        self._listener = listener

    async def serve(self) -> None:
        """Serve until the server is told to stop."""
        clock, config = self.service.host.clock, self.service.config
        work: list[Callable[[], Awaitable[None]]] = [
            partial(self.service.telemetry.measure_lag, clock),
            partial(forget_daily, self.service.host, clock, make_retention(config)),
            self.service.store.watch_disk,
        ]
        if self.service.push is not None:
            work.append(self.service.push.run)
        if self.service.backups is not None:
            work.append(self.service.backups.run)
        if not self.service.warm:
            work.append(self.service.warm_up)
        if not self.service.host.services.alone:
            work.append(self.service.share_limits(self._uvicorn_config.open).run)
        tasks = [asyncio.create_task(keep_running(each, clock)) for each in work]
        try:
            await self.uvicorn.serve(sockets=[self._listener])
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)

    def stop(self) -> None:
        """Tell the server to stop."""
        self.uvicorn.should_exit = True


@asynccontextmanager
async def open_server(config: Config, *, host: Host | None = None) -> AsyncIterator[RunningServer]:
    """Open a server that is ready to serve. On leaving, everything that was begun is finished."""
    listener = bind(config)
    try:
        place = Location(config.data, config.database)
        if host is None:
            bots, alone = BotProcesses(config.bot_processes), not config.database
            quotas = make_quotas(config)
            host = await Host.open(await place.open(), bots=bots, alone=alone, daily=config.daily, quotas=quotas)
        try:
            await host.admin.refresh()
            async with _listen_to_operator(host, config):
                yield RunningServer(NetworkService(host, config), config, listener, str(place))
        finally:
            await _close(host)
    finally:
        listener.close()


def _listen_to_operator(host: Host, config: Config) -> AbstractAsyncContextManager[None]:
    """Take the commands of ``reihum admin``. With a database they come through the store."""
    if config.database or not isinstance(host.log, SqliteLog):
        return nullcontext()
    return listen(host.admin, host.log.path, host.clock)


def make_quotas(config: Config) -> Quotas:
    """The quotas in the settings."""
    return Quotas(
        tables=config.tables,
        person_tables=config.person_tables,
        person_circles=config.person_circles,
        guests=config.guests,
        table_entries=config.table_entries,
        people=config.people,
        unwatched_tables=config.unwatched_tables,
    )


def make_retention(config: Config) -> Retention:
    """The retention in the settings."""
    return Retention(
        unbegun_days=config.keep_unbegun,
        abandoned_days=config.keep_abandoned,
        finished_days=config.keep_finished,
        circle_days=config.keep_circles,
    )


async def keep_running(work: Callable[[], Awaitable[None]], clock: Clock) -> None:
    """Run work in the background. An unexpected error is logged, and the work begins again after a while."""
    while True:
        try:
            return await work()
        except Exception:
            log.exception("Work in the background has failed; it begins again in %d seconds", RESTART_SECONDS)
            await clock.sleep(RESTART_SECONDS)


async def forget_daily(host: Host, clock: Clock, retention: Retention) -> None:
    """Once a day, forget people who have not come for a long time, old transfers, and the tables whose time is up."""
    while True:
        with suppress(StorageFailed):
            await host.people.forget_unseen()
            await host.transfers.remove_old(await host.people.now())
            await host.remove_old_tables(retention)
        await clock.sleep(DAY_SECONDS)


async def _close(host: Host) -> None:
    if not await run_within(host.clock, SHUTDOWN_SECONDS, host.close()):
        log.error("What was begun could not be finished within %s seconds", SHUTDOWN_SECONDS)


def bind(config: Config) -> socket.socket:
    """Bind the socket to listen on; the error tells if another program has it."""
    family = socket.AF_INET6 if ":" in config.listens_on else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # only these get TCP_NODELAY from asyncio
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if family == socket.AF_INET6:
        listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)  # so that every client has one kind of address
    try:
        listener.bind((config.listens_on, config.port))
        listener.listen(BACKLOG)  # a client that connects from now on is answered, if a moment later
    except OSError as error:
        listener.close()
        raise BadSetting(
            "config-bind", host=config.listens_on, port=config.port, detail=error.strerror or str(error)
        ) from None
    return listener


def run(config: Config, announce: Callable[[RunningServer], None]) -> None:
    """Serve in this process until a signal comes."""
    _raise_file_limit()
    with asyncio.Runner(loop_factory=find_loop_factory()) as runner:
        runner.run(_run(config, announce))


async def _run(config: Config, announce: Callable[[RunningServer], None]) -> None:
    async with open_server(config) as server:
        announce(server)
        gc.collect()
        gc.freeze()  # what is here now stays: looking through it again and again would cost milliseconds
        gc.set_threshold(*GC_THRESHOLDS)
        await server.serve()


def find_loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Use uvloop where it is installed."""
    with suppress(ImportError):
        import uvloop

        return uvloop.new_event_loop
    return None


def _raise_file_limit() -> None:
    """Every connection is an open file: take as many as the system gives."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        most: Any = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
