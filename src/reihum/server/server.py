"""A server from its start to its end: store, host, socket, uvicorn; and a stop that loses nothing."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import socket
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from reihum.host.host import Host
from reihum.protocol.requests import MOST_BYTES
from reihum.server.app import application
from reihum.server.config import BadSetting, Config
from reihum.server.limits import Crowd, Rate
from reihum.server.origins import Origins, origins
from reihum.server.security import Networks
from reihum.server.service import AT_ONCE, Service
from reihum.server.transport import MOST_IN_DOORWAY, Door, Wire
from reihum.store.location import Location
from reihum.store.log import StorageFailed

PARTING_SECONDS = 1.5
"""So long requests may take to end when the server stops, and so long what was begun may take to be written."""

GOODBYE_SECONDS = 1.0
"""So long the server waits for answers to its goodbye."""

WAITING = 2048
"""So many connections may wait to be taken."""

FRAMES, FRAMES_AT_LEAST = 5, 100
"""So many times as many frames as messages may come, and so many on top at once."""

DAY = 24 * 3600.0

log = logging.getLogger("reihum.server")


class Transport(uvicorn.Config):
    """Uvicorn's settings, and what all connections share before the application knows them."""

    def __init__(self, app: ASGIApp, config: Config) -> None:
        super().__init__(
            app,
            http=Door,
            ws=Wire,
            ws_max_size=MOST_BYTES,
            ws_per_message_deflate=False,
            ws_ping_interval=None,
            lifespan="off",
            log_config=None,
            access_log=False,
            proxy_headers=bool(config.proxy),
            forwarded_allow_ips=list(config.proxy),
            server_header=False,
            timeout_graceful_shutdown=PARTING_SECONDS,  # type: ignore[arg-type]  # it takes any number of seconds
        )
        self.crowd = Crowd(MOST_IN_DOORWAY)
        self.frames = Rate(FRAMES * config.rate, FRAMES * AT_ONCE * config.rate + FRAMES_AT_LEAST)
        self.trusts = Networks(config.proxy)


class Server(uvicorn.Server):
    """Uvicorn, with a stop that tells everybody, and without its habit of raising signals again."""

    def __init__(self, service: Service, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._service = service

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._service.say_closing()
        await self._goodbyes()
        await super().shutdown(sockets)

    async def _goodbyes(self) -> None:
        """Let the others answer: whoever is hung up on in the middle of a sentence may never read our last one."""
        end = asyncio.get_running_loop().time() + GOODBYE_SECONDS
        while any(isinstance(one, Wire) for one in self.server_state.connections):
            if asyncio.get_running_loop().time() > end:
                return
            await asyncio.sleep(0.01)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


class Running:
    """A server at work. ``port`` is the real one, ``origins`` where people find it, ``place`` where all is kept."""

    def __init__(self, service: Service, server: Server, bound: socket.socket, origins: Origins, place: str) -> None:
        self.service = service
        self.server = server
        self.origins = origins
        self.place = place
        self.port: int = bound.getsockname()[1]
        self._socket = bound

    async def serve(self) -> None:
        """Serve until it is told to stop."""
        beside = [self.service.metrics.watch_the_loop(), forget_daily(self.service.host)]
        tasks = [asyncio.create_task(work) for work in beside]
        try:
            await self.server.serve(sockets=[self._socket])
        finally:
            for task in tasks:
                task.cancel()

    def stop(self) -> None:
        """Let it come to its end."""
        self.server.should_exit = True


@asynccontextmanager
async def running(config: Config, *, host: Host | None = None) -> AsyncIterator[Running]:
    """A server that is ready to serve; on leaving, all that was begun is finished."""
    bound = bind(config)
    try:
        place = Location(config.data, config.database)
        host = host or await Host.open(await place.open(), alone=not config.database)
        service = Service(host, config)
        own = origins(config, bound.getsockname()[1])
        server = Server(service, Transport(application(service, own), config))
        try:
            yield Running(service, server, bound, own, str(place))
        finally:
            await _finish(host)
    finally:
        bound.close()


async def forget_daily(host: Host) -> None:
    """Once a day, forget everybody who has not come for long."""
    while True:
        with suppress(StorageFailed):
            await host.people.forget_unseen()
        await asyncio.sleep(DAY)


async def _finish(host: Host) -> None:
    try:
        await asyncio.wait_for(host.close(), PARTING_SECONDS)
    except TimeoutError:
        log.error("What was begun could not be finished within %s seconds", PARTING_SECONDS)


def bind(config: Config) -> socket.socket:
    """The socket to listen on; says so if somebody else has it."""
    family = socket.AF_INET6 if ":" in config.listens_on else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # asyncio sends at once on such sockets only
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if family == socket.AF_INET6:
        bound.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)  # so that nobody has two kinds of address
    try:
        bound.bind((config.listens_on, config.port))
        bound.listen(WAITING)  # whoever comes from now on is answered, if a moment later
    except OSError as error:
        bound.close()
        raise BadSetting(
            "config-bind", host=config.listens_on, port=config.port, detail=error.strerror or str(error)
        ) from None
    return bound


def run(config: Config, announce: Callable[[Running], None]) -> None:
    """Serve in this process until a signal comes."""
    _many_files()
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(_run(config, announce))


async def _run(config: Config, announce: Callable[[Running], None]) -> None:
    async with running(config) as found:
        announce(found)
        gc.collect()
        gc.freeze()  # what is here now stays: looking through it again and again would cost milliseconds
        gc.set_threshold(50_000, 20, 50)
        await found.serve()


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop where there is one."""
    with suppress(ImportError):
        import uvloop

        return uvloop.new_event_loop
    return None


def _many_files() -> None:
    """Every connection is an open file: take as many as the system gives."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        most: Any = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
