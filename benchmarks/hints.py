"""How soon a fresh server gives its first hint and makes its first bot's move, beside the tenth hint.

``python -m benchmarks hints`` starts two servers. The first is newly installed: no kernel is compiled, and somebody
asks at once. The second finds the kernels of the first, and is asked for ten hints when its bots are prepared. The
table is an ``any-start`` table with three bots, where the first move is a choice.
"""

from __future__ import annotations

import asyncio
import os
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
    """What a server has shown."""

    hint_seconds: list[float]
    level: str
    """The level that gave the first hint, if it was not the expert."""
    turns_seconds: float
    """Three bots, one after another."""
    warm_seconds: float
    """From the start until the bots were prepared."""


async def measure(base: str, started: float, hints: int, *, waits: bool) -> HintFigures:
    """Ask for hints and let bots move, at once or when the bots are prepared."""
    visitor = Visitor(base)
    if waits:
        await wait_until_warm(visitor)
        warm = time.monotonic() - started
    found, level = await time_hints(visitor, hints)
    turns = await time_turns(visitor)
    if not waits:
        await wait_until_warm(visitor)
        warm = time.monotonic() - started
    return HintFigures(found, level, turns, warm)


async def wait_until_warm(visitor: Visitor) -> None:
    """Wait until the server's bots are prepared."""
    while not (await visitor.ask("GET", "/ready", Health)).warm:
        await asyncio.sleep(POLL_SECONDS)


async def time_hints(visitor: Visitor, hints: int) -> tuple[list[float], str]:
    """The seconds of each hint, and the level that gave the first."""
    found, levels = [], []
    async with await join(visitor, first=0) as client:
        await client.do(commands.Start)
        for _ in range(hints):
            asked = time.monotonic()
            levels.append((await client.hint()).level)
            found.append(time.monotonic() - asked)
    return found, levels[0]


async def time_turns(visitor: Visitor) -> float:
    """The seconds until three bots have had their first turns."""
    async with await join(visitor, first=1) as client:
        begun = time.monotonic()
        await client.do(commands.Start)
        while not client.my_turn:
            await anext(aiter(client))
        return time.monotonic() - begun


async def join(visitor: Visitor, first: int) -> Client:
    """A player at a new table with three bots, where a seat begins."""
    settings = Settings(game="any-start", seats=4, options={"first": first}, pace="instant")
    made = await visitor.create("Paul", settings, fill="solid")
    return Client(made.link, "Paul", cookie=visitor.cookie)


def run(console: Console, title: str, hints: int, *, waits: bool) -> None:
    """Start a server, measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        store = str(Path(folder) / "tables.sqlite")
        started = time.monotonic()
        with process("-c", SERVE, "serve", "--port", "0", "--data", store, *UNLIMITED) as (_, base):
            found = asyncio.run(measure(base, started, hints, waits=waits))
    first, last = found.hint_seconds[0], found.hint_seconds[-1]
    verdict = "within" if max(first, found.turns_seconds) <= LIMIT_SECONDS else "over"
    console.print(
        f"{title}: first hint {first:.2f} s, by the level {found.level or 'expert'}; last hint {last:.2f} s; "
        f"three bots' first turns {found.turns_seconds:.2f} s ({verdict} the limit of {LIMIT_SECONDS} s); "
        f"bots prepared {found.warm_seconds:.1f} s after the start"
    )


def report(console: Console, *, short: bool = False) -> None:
    """Measure and print; in short with the kernels that are compiled already."""
    with tempfile.TemporaryDirectory() as empty:
        if not short:
            os.environ["NUMBA_CACHE_DIR"] = empty
        run(console, "newly installed, asked at once", 1, waits=False)
        run(console, "started again, bots prepared", 2 if short else HINTS, waits=True)
        os.environ.pop("NUMBA_CACHE_DIR", None)
