"""How soon a fresh server gives its first hint, beside the tenth.

``python -m benchmarks hints``: starts a server, waits until its bots are prepared, and asks for ten hints at an
``any-start`` table with three bots, where the first move is a choice.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path

from msgspec import Struct
from rich.console import Console

from benchmarks.load import SERVE, UNLIMITED, process
from reihum.client import Client
from reihum.client.web import Visitor
from reihum.protocol.http import Health
from reihum.tables import commands
from reihum.tables.settings import Settings

HINTS = 10
LIMIT_SECONDS = 2.0
POLL_SECONDS = 0.2


class HintFigures(Struct, frozen=True):
    """The seconds from the start until the bots were prepared, and those of each hint."""

    warm_seconds: float
    hint_seconds: list[float]


async def measure(base: str, started: float, hints: int) -> HintFigures:
    """Wait for the server's bots, then ask for hints."""
    visitor = Visitor(base)
    while not (await visitor.ask("GET", "/ready", Health)).warm:
        await asyncio.sleep(POLL_SECONDS)
    warm = time.monotonic() - started
    settings = Settings(game="any-start", seats=4, options={"first": 0}, pace="instant")
    made = await visitor.create("Paul", settings, fill="solid")
    found = []
    async with Client(made.link, "Paul", cookie=visitor.cookie) as client:
        await client.do(commands.Start)
        for _ in range(hints):
            asked = time.monotonic()
            await client.hint()
            found.append(time.monotonic() - asked)
    return HintFigures(warm, found)


def report(console: Console, *, short: bool = False) -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        store = str(Path(folder) / "tables.sqlite")
        started = time.monotonic()
        with process("-c", SERVE, "serve", "--port", "0", "--data", store, *UNLIMITED) as (_, base):
            found = asyncio.run(measure(base, started, 2 if short else HINTS))
    first, last = found.hint_seconds[0], found.hint_seconds[-1]
    verdict = "within" if first <= LIMIT_SECONDS else "over"
    console.print(f"bots prepared {found.warm_seconds:.1f} s after the start")
    console.print(f"first hint {first:.2f} s ({verdict} the limit of {LIMIT_SECONDS} s), last {last:.2f} s")
