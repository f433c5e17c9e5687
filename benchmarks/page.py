"""The page on a cheap phone: the size of the first visit, the time from a tap to its effect, layout shifts while cards
move, and frames per second.

``python -m benchmarks.page``. The browser is this machine's Chromium with its processor slowed down four times; the
server is in this process.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from statistics import median
from typing import Any

from msgspec import Struct
from playwright.sync_api import Browser, CDPSession, Page
from rich.console import Console
from rich.table import Table as Printed

from tools.browser import SIZES, browsing, lacking, visitor
from tools.stage import Stage, enter, stage

SLOWER = 4
TAPS = 60
KILOBYTES, MILLISECONDS, SHIFT = 150.0, 100.0, 0.01
"""The limits that docs/page.md promises."""

BUTTON = ".actions .button:not(.plain, .automatic)"
"""What waits for a tap: an automatic move happens by itself."""
SEEN = f".table[data-busy=false] .hand .playable, .table[data-busy=false] {BUTTON}, .end"
PRESS_MILLISECONDS = 80
"""How long a finger rests on what it taps."""
PAUSE, SPELL = 1_000, 5_000
MOTION_MILLISECONDS = 400
"""How long cards move after a tap."""

WATCH = """() => {
    window.seen = {taps: [], shifts: [], frames: []}
    const each = (type, note, how) =>
        new PerformanceObserver(list => list.getEntries().forEach(note)).observe({type, ...how})
    const tap = entry => entry.interactionId && seen.taps.push([entry.interactionId, entry.duration])
    each('event', tap, {durationThreshold: 16})
    const shift = entry => document.querySelector('.end') || seen.shifts.push([entry.startTime, entry.value])
    each('layout-shift', shift)
    const frame = at => {
        if (document.querySelector('.flight')) seen.frames.push(at)
        requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
}"""
"""Collects the measurements of the browser: layout shifts except at the end of a round, where the score sheet comes up;
``frames`` are those in which a card flies."""


class Figures(Struct, frozen=True, kw_only=True):
    """What was measured: kilobytes, milliseconds, the browser's measure of shifts, frames a second."""

    kilobytes: float
    files: int
    taps: list[float]
    shift: float
    frames: float


def first_visit(browser: Browser, site: str, locale: str = "de-DE") -> dict[str, float]:
    """The files that a new visitor downloads for the home page, with their compressed sizes in bytes."""
    context = visitor(browser, SIZES["phone"], locale)
    page = context.new_page()
    client = context.new_cdp_session(page)
    names: dict[str, str] = {}
    sizes: dict[str, float] = {}

    def sent(event: dict[str, Any]) -> None:
        names[event["requestId"]] = event["request"]["url"]

    def finished(event: dict[str, Any]) -> None:
        sizes[event["requestId"]] = event["encodedDataLength"]

    client.send("Network.enable")
    client.on("Network.requestWillBeSent", sent)
    client.on("Network.loadingFinished", finished)
    page.goto(site, wait_until="networkidle")
    page.locator(".games li").first.wait_for()
    context.close()
    return {names.get(number, number): size for number, size in sizes.items()}


def play(browser: Browser, at: Stage, taps: int) -> Any:
    """Play classic by tapping, on a slow phone, with all motion; returns what the browser has measured."""
    scene = at.table("classic", pace="quick", rounds=20).start()
    context = visitor(browser, SIZES["phone"], motion="no-preference", sound=False)
    enter(context, scene)
    page = context.new_page()
    page.goto(f"{at.address}/{scene.path}")
    page.locator(SEEN).first.wait_for()
    client = context.new_cdp_session(page)
    _enlarge(client)
    client.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.evaluate(WATCH)
    for _ in range(taps):
        _tap(page)
        page.wait_for_timeout(MOTION_MILLISECONDS)
    noted = page.evaluate("seen")
    context.close()
    return noted


def _enlarge(client: CDPSession) -> None:
    """Chromium opens a window as high as the screen of the phone, its own bars included, and never presents what lies
    below it: a tap on the lowest buttons would seem to last until something else is painted."""
    window = client.send("Browser.getWindowForTarget")["windowId"]
    client.send("Browser.setWindowBounds", {"windowId": window, "bounds": {"width": 1000, "height": 1000}})


def _tap(page: Page) -> None:
    page.locator(SEEN).first.wait_for()
    for way in (".hand .playable", BUTTON, ".end .button.main"):
        found = page.locator(way).last
        if found.is_visible():
            found.click(
                position={"x": 12, "y": 14}, delay=PRESS_MILLISECONDS
            )  # of a card in a fan only the left strip can be seen
            return


def cumulative_shift(shifts: Sequence[tuple[float, float]]) -> float:
    """The cumulative layout shift, as browsers define it: the worst of all spells without a second's pause, each of
    five seconds at most."""
    worst = spell = 0.0
    begun = before = float("-inf")
    for at, value in shifts:
        if at - before >= PAUSE or at - begun >= SPELL:
            spell, begun = 0.0, at
        spell, before = spell + value, at
        worst = max(worst, spell)
    return worst


def figures(taps: int = TAPS) -> Figures:
    """Measure everything."""
    with stage() as at, browsing() as browser:
        files = first_visit(browser, at.address)
        noted = play(browser, at, taps)
    durations: dict[int, float] = {}
    for tap, lasted in noted["taps"]:
        durations[tap] = max(lasted, durations.get(tap, 0))
    steps = [after - before for before, after in zip(noted["frames"], noted["frames"][1:], strict=False)]
    flown = [step for step in steps if step < MOTION_MILLISECONDS]  # between two flights nothing is shown
    return Figures(
        kilobytes=sum(files.values()) / 1024,
        files=len(files),
        taps=sorted(durations.values()),
        shift=cumulative_shift(noted["shifts"]),
        frames=1000 / median(flown) if flown else 0.0,
    )


def report(console: Console, *, short: bool = False) -> None:
    """Measure and print."""
    if missing := lacking():
        console.print(missing)
        return
    found = figures(taps=2 if short else TAPS)
    usual = found.taps[len(found.taps) * 98 // 100] if found.taps else 0.0
    printed = Printed(title=f"The page, on a processor {SLOWER} times slower")
    for head in ("", "measured", "limit"):
        printed.add_column(head, justify="right" if head else "left")
    printed.add_row(f"first visit, {found.files} files", f"{found.kilobytes:.1f} KB", f"{KILOBYTES:.0f} KB")
    printed.add_row(f"from tap to paint, 98 of 100 of {len(found.taps)}", f"{usual:.0f} ms", f"{MILLISECONDS:.0f} ms")
    printed.add_row("from tap to paint, the median", f"{median(found.taps or [0]):.0f} ms", "")
    printed.add_row("layout shift while cards move", f"{found.shift:.4f}", f"{SHIFT}")
    printed.add_row("frames a second while cards fly", f"{found.frames:.0f}", "")
    console.print(printed)
    console.print(f"load of this machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


def main() -> None:
    """Measure on the command line."""
    if missing := lacking():
        sys.exit(missing)
    report(Console())


if __name__ == "__main__":
    main()
