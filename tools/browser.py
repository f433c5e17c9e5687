"""The browser of this machine, which sees nothing but one server: for tests and tools."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from tools import page

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MISSING = "there is no Chromium (Debian: apt-get install chromium)"
UNBUILT = "the page is not built, or older than its sources (make page)"

QUIET = (
    "--no-sandbox",  # root cannot start it otherwise, and it sees nothing but this server
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""Without these the browser talks to the servers of its maker."""

LATE = "was preloaded using link preload but not used"
"""What a browser says of a font that a busy machine needs some seconds late."""

SIZES = {"phone": (360, 640), "tablet": (820, 1100), "desktop": (1280, 800)}

WINDOWS = {
    "phone": (360, 640),
    "sideways": (640, 360),
    "tablet": (768, 1024),
    "desktop": (1280, 800),
    "large": (1920, 1080),
}
"""The sizes at which every page is measured and photographed."""

REMEMBER = "if (location.protocol === 'http:') localStorage.getItem('reihum') ?? localStorage.setItem('reihum', %s)"


def program() -> str | None:
    """The browser of this machine."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


def lacking() -> str | None:
    """What is missing to look at the page; None: nothing."""
    if program() is None:
        return MISSING
    return None if page.is_fresh() else UNBUILT


@contextmanager
def browsing() -> Iterator[Browser]:
    """A browser without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program(), args=[*QUIET])
        yield browser
        browser.close()


def visitor(
    browser: Browser,
    size: tuple[int, int],
    locale: str = "de-DE",
    motion: Literal["no-preference", "reduce"] = "reduce",
    **preferences: Any,
) -> BrowserContext:
    """A new visitor with a device, who by default prefers no motion."""
    width, height = size
    context = browser.new_context(viewport={"width": width, "height": height}, locale=locale, reduced_motion=motion)
    context.set_default_timeout(60_000)
    context.add_init_script(REMEMBER % json.dumps(json.dumps({"name": "Paul"} | preferences)))
    return context


def stop_clock(page: Page) -> None:
    """Let everything that begins from now on last until somebody lets time pass (``page.clock.run_for``)."""
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))


def watch(context: BrowserContext, site: str, complaints: list[str], noise: str = "") -> None:
    """Collect errors and warnings, except the expected ``noise``, and requests to other servers."""

    def hear(said: ConsoleMessage) -> None:
        if said.type in ("error", "warning") and LATE not in said.text and not (noise and noise in said.text):
            complaints.append(said.text)

    context.on("console", hear)
    context.on("weberror", lambda error: complaints.append(str(error.error)))
    context.on("request", lambda asked: None if _own(asked.url, site) else complaints.append(f"asks {asked.url}"))


def _own(url: str, site: str) -> bool:
    return url.startswith((site, site.replace("http", "ws", 1), "data:", "blob:"))
