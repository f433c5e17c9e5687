"""A real browser in front of a real server: what the tests of the page share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from missing import cannot_test
from server_process import UNLIMITED, start_server
from tools import page
from tools.browser import MISSING, SIZES, UNBUILT, browsing, program, visitor, watch
from waiting import block_until

__all__ = ["SIZES", "Visit", "receive_until"]

Visit: TypeAlias = Callable[..., Page]

NO_CONNECTION = "net::ERR_CONNECTION_"
"""How a browser complains of a server that refuses connections or has been killed."""

MAX_WAIT_MILLISECONDS = 60_000
"""A test gives up after this time: only a fault needs it, not a busy machine."""


def receive_until(page: Page, condition: Callable[[], bool]) -> None:
    """Handle what the browser sends until a condition holds."""

    def holds() -> bool:
        page.evaluate("null")  # while Playwright waits for the answer it calls the handlers of everything before it
        return condition()

    block_until(holds)


def check_page() -> None:
    """Go on only where the page can be looked at as it is now: what is missing skips the tests, what is wrong fails."""
    if program() is None:
        cannot_test(MISSING)
    if not page.is_fresh():
        if not page.has_npm():
            cannot_test(page.NEEDED)
        pytest.fail(UNBUILT)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A browser for the tests of a file; without one they are skipped, and the summary says so.

    Every file starts its own: Playwright keeps an event loop running, and tests of other files need theirs.
    """
    check_page()
    expect.set_options(timeout=MAX_WAIT_MILLISECONDS)
    with browsing() as browser:
        yield browser


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server."""
    data = tmp_path_factory.mktemp("site") / "tables.sqlite"
    with start_server("--data", str(data), *UNLIMITED) as (_, address):
        yield address


@pytest.fixture
def visit(chromium: Browser, site: str) -> Iterator[Visit]:
    """Opens the page as somebody new: ``visit("rules/classic", size="phone", locale="fr-FR", name="Vera")``.

    Whatever the page complains of fails the test, unless it is the ``noise`` that was expected, and so does a request
    that leaves the server. A server of the test's own, ``at`` an address, stops while its pages are still open.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def visit(
        path: str = "",
        *,
        size: str = "desktop",
        locale: str = "de-DE",
        at: str = site,
        noise: str | None = None,
        **preferences: Any,
    ) -> Page:
        context = visitor(chromium, SIZES[size], locale, **preferences)
        contexts.append(context)
        if noise is None:
            noise = "" if at == site else NO_CONNECTION
        watch(context, at, complaints, noise)
        shown = context.new_page()
        shown.goto(f"{at}/{path}")
        return shown

    yield visit
    for context in contexts:
        context.close()
    assert complaints == []
