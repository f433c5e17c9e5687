"""A real browser in front of a real server: what the tests of the page share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from missing import cannot_test
from server_process import FIXED_DEALS, UNLIMITED, start_server
from tools import page
from tools.browser import MISSING, SIZES, UNBUILT, WINDOWS, browsing, program, stop_clock, visitor, watch
from waiting import block_until

__all__ = ["PAINT_MILLISECONDS", "SIZES", "Visit", "receive_until", "stop_clock", "wait_until_still"]

Visit: TypeAlias = Callable[..., Page]

NO_CONNECTION = "net::ERR_"
"""How a browser complains of a server that refuses connections, or was killed while it answered."""

MAX_WAIT_MILLISECONDS = 60_000
"""A test gives up after this time: only a fault needs it, not a busy machine."""

NO_WORKER = "delete Navigator.prototype.serviceWorker"
"""A browser does not let tests answer requests that pass through a service worker."""

PAINT_MILLISECONDS = 100
"""A table shows the answer to a tap after this time at the latest."""

STILL_FRAMES = 5
STILL = """async ([frames, milliseconds]) => {
  await document.fonts.ready
  const end = performance.now() + milliseconds
  let still = 0
  const observer = new MutationObserver(() => (still = 0))
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  while (still++ < frames) {
    if (performance.now() > end) throw new Error('the page does not come to rest')
    await new Promise(requestAnimationFrame)
  }
  observer.disconnect()
}"""


def receive_until(page: Page, condition: Callable[[], bool]) -> None:
    """Handle what the browser sends until a condition holds."""

    def holds() -> bool:
        page.evaluate("null")  # while Playwright waits for the answer it calls the handlers of everything before it
        return condition()

    block_until(holds)


def wait_until_still(page: Page, frames: int = STILL_FRAMES) -> None:
    """Wait until the fonts are there and nothing has changed for some frames, so that everything has its place."""
    page.evaluate(STILL, [frames, MAX_WAIT_MILLISECONDS])


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
    """The address of a server, which deals every test the same cards whatever other tests do."""
    data = tmp_path_factory.mktemp("site") / "tables.sqlite"
    with start_server("--data", str(data), *UNLIMITED, before=FIXED_DEALS) as (_, address):
        yield address


@pytest.fixture
def visit(chromium: Browser, site: str) -> Iterator[Visit]:
    """Opens the page as somebody new: ``visit("rules/classic", size="phone", locale="fr-FR", name="Vera")``.

    Whatever the page complains of fails the test, unless it is the ``noise`` that was expected, and so does a request
    that leaves the server. A server of the test's own, ``at`` an address, stops while its pages are still open. A page
    whose requests the test answers has no service ``worker``.
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
        worker: bool = True,
        **preferences: Any,
    ) -> Page:
        context = visitor(chromium, (WINDOWS | SIZES)[size], locale, **preferences)
        contexts.append(context)
        if not worker:
            context.add_init_script(NO_WORKER)
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
