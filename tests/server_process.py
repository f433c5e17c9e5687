"""A server in a process, which tests can kill."""

from __future__ import annotations

import os
import random
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

MAIN = "import sys; from reihum.cli import main; sys.exit(main())"

UNLIMITED = tuple(
    part
    for name in ("rate", "address-rate", "address-connections", "address-tables", "address-people", "person-tables")
    for part in (f"--{name}", "0")
)
"""Many clients on one machine look like one attacker."""

FIXED_DEALS = f"""
import sys
sys.path.insert(0, {str(Path(__file__).parents[1])!r})
from reihum.server import server
from tools.fixed_host import FixedHost
server.Host = FixedHost
"""
"""``start_server(before=FIXED_DEALS)`` deals the same cards in every run."""

SAFE_PORTS = range(20_000, 30_000)
"""The system gives ports above these to connections and to servers that do not care."""

CLAIMS: list[socket.socket] = []


def find_port() -> int:
    """A port that nobody uses, to which a server can come back after it was stopped.

    No other test gets it until this process ends: a socket for datagrams, which servers do not use, claims its number.
    """
    while True:
        port = random.choice(SAFE_PORTS)
        claim = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            claim.bind(("127.0.0.1", port))
            CLAIMS.append(claim)
            return port
        claim.close()


@contextmanager
def start_server(
    *words: str, before: str = "", lazy: bool = True, **environment: str
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start a server; gives its process and its address. ``before`` is Python that the process runs first. It prepares
    its bots only if it is not ``lazy``."""
    fixed = {"PYTHONWARNINGS": "error", "PYTHONUNBUFFERED": "1", "LANG": "C"}
    started = subprocess.Popen(  # noqa: S603
        [sys.executable, "-c", f"{before}\n{MAIN}", "serve", "--port", "0", *(["--lazy"] if lazy else []), *words],
        env=os.environ | fixed | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert started.stdout is not None
        yield started, started.stdout.readline().rpartition(" ")[2].strip()
    finally:
        started.kill()
        started.communicate()
