"""The engine as it is packed for browsers, in Pyodide's Python: Node runs it (web/scripts/run.mjs)."""

from __future__ import annotations

import asyncio
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

import msgspec

from databases import MemoryDatabase, MemorySite
from ports import ADDRESS, Page
from tools import page as web
from tools import site

LINE_BYTES = 1 << 24


class PackedPage(Page):
    """A page whose host is packed."""

    def __init__(self, engine: PackedEngine, host: int, database: MemoryDatabase) -> None:
        super().__init__(database)
        self.ready = asyncio.Event()
        self._engine, self._host = engine, host

    def receive(self, message: dict[str, Any]) -> None:
        """Send a message to the host."""
        self._engine.say(host=self._host, message=message)

    def post(self, message: dict[str, Any]) -> None:
        """Take a message of the host."""
        if message["type"] == "ready":
            self.ready.set()
        else:
            super().post(message)

    async def answer(self, call: int, method: str, text: str) -> None:
        """Answer a call of the host's database."""
        self._engine.say(host=self._host, call=call, answer=await getattr(self.database, method)(text))


class PackedEngine:
    """The engine in a process of its own, which runs several hosts."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._pages: dict[int, PackedPage] = {}
        self._numbers = count(1)

    def say(self, **line: Any) -> None:
        """Write a line."""
        assert self._process.stdin
        self._process.stdin.write(msgspec.json.encode(line) + b"\n")

    async def open_page(self) -> PackedPage:
        """A page with a host of its own, whose database is empty."""
        number = next(self._numbers)
        page = self._pages[number] = PackedPage(self, number, MemorySite().open())
        self.say(host=number, site=ADDRESS)
        await page.ready.wait()
        return page

    async def listen(self) -> None:
        """Pass on what the engine says."""
        assert self._process.stdout
        async with asyncio.TaskGroup() as answers:
            async for raw in self._process.stdout:
                line = msgspec.json.decode(raw)
                page = self._pages[line["host"]]
                if "message" in line:
                    page.post(line["message"])
                else:
                    answers.create_task(page.answer(line["call"], line["method"], line["text"]))


@asynccontextmanager
async def open_engine() -> AsyncIterator[PackedEngine]:
    """The built engine, until it is no longer needed."""
    process = await asyncio.create_subprocess_exec(
        *("node", "scripts/run.mjs", str(site.ENGINE)), cwd=web.WEB, stdin=PIPE, stdout=PIPE, limit=LINE_BYTES
    )
    engine = PackedEngine(process)
    listening = asyncio.create_task(engine.listen())
    try:
        yield engine
    finally:
        assert process.stdin
        process.stdin.close()
        await process.wait()
        await listening
