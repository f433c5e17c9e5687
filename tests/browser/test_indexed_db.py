"""The log in the IndexedDB of a real browser: the tests that every store passes, and two tabs."""

from __future__ import annotations

import asyncio
import inspect
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib import import_module
from itertools import count
from pathlib import Path

import pytest
from playwright.async_api import BrowserContext, Page, Route, async_playwright

from chains import rows
from missing import cannot_test
from reihum.browser.indexed_log import IndexedLog
from reihum.store.log import Conflict, Log
from reihum.tables.chain import verify_chain
from tools import page as web
from tools.browser import MISSING, QUIET, program
from waiting import wait_until

sys.path.append(str(Path(__file__).parent.parent / "store"))

ADDRESS = "http://site.test/"
BUNDLER = web.WEB / "node_modules" / ".bin" / "rolldown"
APPENDS = 40
"""How many entries each of two tabs adds to one table."""


class PageDatabase:
    """A database that a page in a browser has opened, by its number. It implements
    ``reihum.browser.database.BrowserDatabase``."""

    def __init__(self, page: Page, number: int) -> None:
        self._page = page
        self._number = number
        self._tasks: set[asyncio.Task[object]] = set()

    async def read(self, queries: str) -> str:
        return str(await self._call("read", queries))

    async def count(self, store: str) -> int:
        return int(str(await self._call("count", store)))

    async def write(self, steps: str) -> str:
        return str(await self._call("write", steps))

    def tell(self, news: str) -> None:
        self._start("tell", news)

    def listen(self, hear: Callable[[str], None]) -> None:
        self._page.on("console", lambda said: hear(said.text))

    def close(self) -> None:
        self._start("close", "")

    async def _call(self, method: str, text: str) -> object:
        found: object = await self._page.evaluate(
            "([number, method, text]) => opened[number][method](text)", [self._number, method, text]
        )
        return found

    def _start(self, method: str, text: str) -> None:
        task = asyncio.create_task(self._call(method, text))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class Site:
    """A site in a browser, which has nothing but our script."""

    def __init__(self, context: BrowserContext, script: str) -> None:
        self._context = context
        self._script = script

    async def open_tab(self) -> Page:
        """A new tab."""

        async def answer(route: Route) -> None:
            await route.fulfill(body="<!doctype html>", content_type="text/html")

        page = await self._context.new_page()
        await page.route("**", answer)
        await page.goto(ADDRESS)
        await page.add_script_tag(content=self._script)
        return page

    @staticmethod
    async def open_log(page: Page, name: str) -> Log:
        """The log in a database of the site."""
        number = await page.evaluate("async (name) => opened.push(await engine.openDatabase(name)) - 1", name)
        await page.evaluate("(number) => opened[number].listen((news) => console.log(news))", number)
        return IndexedLog(PageDatabase(page, number))


@asynccontextmanager
async def open_site(folder: Path) -> AsyncIterator[Site]:
    """A site in a browser that has just started."""
    if program() is None:
        cannot_test(MISSING)
    if not BUNDLER.exists():
        cannot_test(web.NEEDED)
    file = folder / "database.js"
    words = [str(BUNDLER), "src/engine/database.ts", "--format", "iife", "--name", "engine", "--file", str(file)]
    await asyncio.to_thread(subprocess.run, words, cwd=web.WEB, check=True, capture_output=True)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=program(), args=[*QUIET])
        yield Site(await browser.new_context(), file.read_text() + "; const opened = []")
        await browser.close()


@pytest.mark.full
def test_the_log_in_a_browser(tmp_path: Path) -> None:
    """Everything that SQLite and PostgreSQL promise; then two tabs that write to one table."""

    async def run() -> None:
        names, tests = count(1), import_module("test_log")
        async with open_site(tmp_path) as site:
            page = await site.open_tab()
            for name, test in inspect.getmembers(tests, inspect.isfunction):
                if name.startswith("test_") and "open_log" in inspect.signature(test).parameters:
                    database = f"log{next(names)}"
                    await inspect.unwrap(test)(lambda name=database: site.open_log(page, name))
            assert next(names) > 10
            await write_from_two_tabs(site)

    asyncio.run(run())


async def write_from_two_tabs(site: Site) -> None:
    """Each number is given once, and each tab hears of what the other has added."""
    pages = [await site.open_tab() for _ in range(2)]
    logs = [await site.open_log(page, "tabs") for page in pages]
    heard: list[tuple[str, int]] = []
    for log in logs:
        log.watch(lambda table, seq: heard.append((table, seq)), lambda: None)

    async def add(log: Log) -> int:
        conflicts = added = 0
        while added < APPENDS:
            there = await log.read("t")
            try:
                await log.append("t", rows("t", b"x", before=there))
                added += 1
            except Conflict:
                conflicts += 1
        return conflicts

    conflicts = await asyncio.gather(*map(add, logs))
    found = await logs[0].read("t")
    assert (len(found), verify_chain("t", found)) == (2 * APPENDS, found[-1].digest)
    assert sum(conflicts)
    await wait_until(lambda: sorted(heard) == [("t", number) for number in range(1, 2 * APPENDS + 1)])
