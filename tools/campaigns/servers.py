"""Server processes for campaigns. They are forked from a process that has imported everything, so they start fast."""

from __future__ import annotations

import logging
import multiprocessing
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from reihum.server.config import Config
from reihum.server.server import run

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(["reihum.server.server", "reihum.games"])

START_SECONDS = 120

Fault = Callable[[], None]
"""Plants a fault in a server process."""


@contextmanager
def start_server(store: Path, fault: Fault | None = None) -> Iterator[tuple[ForkServerProcess, str]]:
    """Start a server without limits for clients; gives its process and its address. It is killed at the end."""
    here, there = _context.Pipe(duplex=False)
    process = _context.Process(target=serve, args=(store, there, fault), daemon=True)
    process.start()
    there.close()
    try:
        assert here.poll(START_SECONDS), "the server does not start"
        yield process, f"http://127.0.0.1:{here.recv()}"
    finally:
        process.kill()
        process.join()
        here.close()


def serve(store: Path, started: Connection, fault: Fault | None) -> None:
    """Serve from this process until it is killed."""
    logging.getLogger().addHandler(logging.NullHandler())
    if fault is not None:
        fault()
    config = Config(
        data=str(store),
        port=0,
        lazy=True,
        rate=0,
        address_rate=0,
        address_connections=0,
        address_tables=0,
        address_people=0,
        person_tables=0,
    )
    run(config, lambda server: started.send(server.port))
