"""A real browser in front of a real server: what the tests of the page share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from server_process import UNLIMITED, process
from tools.browser import MISSING, SIZES, UNBUILT, browsing, lacking, visitor, watch

__all__ = ["SIZES", "Visit"]

Visit: TypeAlias = Callable[..., Page]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A browser for the tests of a file; without one they are skipped, and the summary says so.

    Not for longer: as long as it is there, an event loop runs, and other tests could not run their own.
    """
    if missing := lacking():
        pytest.skip(missing)
    expect.set_options(timeout=30_000)  # a busy machine is no fault
    with browsing() as browser:
        yield browser


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server."""
    data = tmp_path_factory.mktemp("site") / "tables.sqlite"
    with process("--data", str(data), *UNLIMITED) as (_, address):
        yield address


@pytest.fixture
def visit(chromium: Browser, site: str) -> Iterator[Visit]:
    """Opens the page as somebody new: ``visit("rules/classic", size="phone", locale="fr-FR", name="Vera")``.

    Whatever the page complains of fails the test, unless it is the ``noise`` that was expected, and so does a request
    that leaves the server.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def visit(
        path: str = "",
        *,
        size: str = "desktop",
        locale: str = "de-DE",
        at: str = site,
        noise: str = "",
        **preferences: Any,
    ) -> Page:
        context = visitor(chromium, SIZES[size], locale, **preferences)
        contexts.append(context)
        watch(context, at, complaints, noise)
        page = context.new_page()
        page.goto(f"{at}/{path}")
        return page

    yield visit
    for context in contexts:
        context.close()
    assert complaints == []


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say what could not be tested."""
    skipped = [str(report.longrepr) for report in terminalreporter.stats.get("skipped", [])]
    for reason in (MISSING, UNBUILT):
        if count := sum(reason in why for why in skipped):
            terminalreporter.write_line(f"NOT TESTED ({count}): {reason}", yellow=True)
