"""The page without a server: the size of its files, how long the engine takes to start, and how long a move takes.

``python -m benchmarks.site``, after ``make site``. The browser is this machine's Chromium, the host a plain file
server.
"""

from __future__ import annotations

import gzip
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Page
from rich.console import Console
from rich.table import Table as Printed

from reihum.cli.site import Files, write_site
from tools import site
from tools.browser import SIZES, browsing, lacking, visitor

STARTS = 5
LARGE_BYTES = 20_000
"""Smaller files are counted together."""

NOTE_START = """(() => {
    const Real = Worker
    window.Worker = class extends Real {
        constructor(...how) {
            super(...how)
            window.engine = this
            const note = ({ data }) => { if (data.type === 'ready') window.startedAt = performance.now() }
            this.addEventListener('message', note)
        }
    }
})()"""

STARTED = "async () => { while (!window.startedAt) await new Promise(go => setTimeout(go, 20)); return startedAt }"
KEPT = """async () => {
    await navigator.serviceWorker.ready
    while (!navigator.serviceWorker.controller) await new Promise(go => setTimeout(go, 50))
}"""

PLAY = """() => new Promise(done => {
    const START = JSON.stringify({ type: 'start', fill: 'solid', id: 'start' })
    const own = [], others = []
    let id = 2_000_000, sent = 0, last = performance.now(), busy = false, table = ''
    const post = message => engine.postMessage(message)
    const choose = form => [form.verb, ...(form.choices ?? []).map(({ of, low }) => of?.[0] ?? low)].join(' ')
    const move = view => {
        const form = view?.view.moves?.[0]
        if (view?.view.outcome) return done({ own, others })
        if (!form || busy) return
        busy = true
        sent = performance.now()
        post({ type: 'send', id, text: JSON.stringify({ type: 'move', move: choose(form), id: String(sent) }) })
    }
    const hear = text => {
        const answer = JSON.parse(text)
        if (answer.type === 'done') { own.push(performance.now() - sent); busy = false }
        if (answer.type === 'event' && answer.what.kind === 'played') {
            if (!busy) others.push(performance.now() - last)
            last = performance.now()
        }
        if (answer.view) window.lastView = answer.view
        if (!busy) move(window.lastView)
    }
    engine.addEventListener('message', ({ data }) => {
        if (data.type === 'response' && data.id === id - 1) {
            table = JSON.parse(data.body).table
            post({ type: 'open', id, path: `ws/tables/${table}` })
        }
        if (data.type === 'opened' && data.id === id) post({ type: 'send', id, text: START })
        if (data.type === 'message' && data.id === id) hear(data.text)
    })
    const settings = { game: 'classic', seats: 4, rounds: 1, pace: 'instant' }
    const body = JSON.stringify({ name: 'B', settings, fill: 'solid' })
    post({ type: 'request', id: id - 1, method: 'POST', path: 'api/tables', body })
})"""
"""Plays a round of classic against three bots over the port; the milliseconds of your moves and of the bots'."""


class QuietHandler(SimpleHTTPRequestHandler):
    """A host that says nothing."""

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def hosting() -> Iterator[tuple[str, Files]]:
    """The site on a plain host: its address, and its files."""
    with TemporaryDirectory() as folder:
        files = write_site(Path(folder, "sub"))
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=folder))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/sub/", files
        finally:
            server.shutdown()
            server.server_close()


def measure_start(page: Page, address: str) -> float:
    """The milliseconds from opening the page until the engine is ready."""
    page.goto(address)
    return float(page.evaluate(STARTED))


def report(console: Console, *, short: bool = False) -> None:
    """Measure and print."""
    starts = 1 if short else STARTS
    with hosting() as (address, files), browsing() as browser:
        print_sizes(console, files)
        cold, warm = [], []
        for _ in range(starts):
            context = visitor(browser, SIZES["desktop"])
            context.add_init_script(NOTE_START)
            page = context.new_page()
            cold.append(measure_start(page, address))
            page.evaluate(KEPT)
            warm.append(measure_start(page, address))
            played = page.evaluate(PLAY)
            context.close()
    printed = Printed(title="The engine in the browser")
    for head in ("", "median", "worst"):
        printed.add_column(head, justify="right" if head else "left")
    named = (("start, first visit", cold), ("start, kept", warm), ("your move", played["own"]))
    for name, found in (*named, ("a bot's move (solid)", played["others"])):
        printed.add_row(name, f"{median(found):.0f} ms", f"{max(found):.0f} ms")
    console.print(printed)
    console.print(f"load of this machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


def print_sizes(console: Console, files: Files) -> None:
    """Print the sizes of the files, the large ones by name."""
    printed = Printed(title=f"{len(files)} files")
    for head in ("file", "as it lies there", "with gzip"):
        printed.add_column(head, justify="left" if head == "file" else "right")
    sizes = {name: (len(data), len(gzip.compress(data, 9))) for name, data in files.items()}
    large = {name: size for name, size in sizes.items() if size[0] >= LARGE_BYTES}
    rest = [size for name, size in sizes.items() if name not in large]
    rows = [*sorted(large.items(), key=lambda item: -item[1][0]), (f"{len(rest)} smaller files", _add(rest))]
    for name, (raw, packed) in (*rows, ("all", _add([*sizes.values()]))):
        printed.add_row(name, f"{raw / 1000:,.0f} KB", f"{packed / 1000:,.0f} KB")
    console.print(printed)


def _add(sizes: list[tuple[int, int]]) -> tuple[int, int]:
    return sum(raw for raw, _ in sizes), sum(packed for _, packed in sizes)


def main() -> None:
    """Measure on the command line."""
    if missing := lacking() or (
        None if site.is_fresh() else "the site is not built, or older than its sources (make site)"
    ):
        sys.exit(missing)
    report(Console(), short="--short" in sys.argv)


if __name__ == "__main__":
    main()
