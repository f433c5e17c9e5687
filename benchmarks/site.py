"""The page without a server: the size of its files, how long the engine takes to start, how fast it plays and how much
memory it needs, beside a server on the same machine. It writes docs/performance.md.

``python -m benchmarks.site``, after ``make site``. The browser is this machine's Chromium, the host a plain file
server; Node compresses the files. ``--short`` only shows that it works, and writes nothing.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import Struct, convert
from playwright.sync_api import Browser, Page, Route

from benchmarks.load import resident, serve
from benchmarks.starvation import is_warm
from reihum.api.engine_files import Files
from reihum.cli.site import write_site
from tools import site
from tools.browser import SIZES, browsing, lacking, visitor
from tools.tables import make_table

FILE = Path(__file__).parent.parent / "docs" / "performance.md"
HEAD, END = "<!-- site: made by `python -m benchmarks.site` -->", "<!-- end of site -->"
SCRIPT = Path(__file__).with_name("site.js").read_text(encoding="utf-8")
STARTS = 5
LARGE_BYTES = 20_000
"""Smaller files are counted together."""

MAX_MOVES = {"solid": 400, "trained": 400, "expert": 40, "master": 16}
"""The levels of the bots, and after how many moves a measurement ends if the round does not end before."""

COMPRESS = """
const { brotliCompressSync, gzipSync } = require('node:zlib')
const { readFileSync } = require('node:fs')
const compress = data => [data, gzipSync(data, { level: 9 }), brotliCompressSync(data)]
const sizes = process.argv.slice(1).map(path => compress(readFileSync(path)).map(({ length }) => length))
console.log(JSON.stringify(sizes))
"""

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

NOTE_MEMORY = """
globalThis.memories = new Set()
for (const name of ['instantiate', 'instantiateStreaming']) {
    const real = WebAssembly[name].bind(WebAssembly)
    WebAssembly[name] = async (...how) => {
        const made = await real(...how)
        const exported = Object.values((made.instance ?? made).exports)
        exported.filter(value => value instanceof WebAssembly.Memory).forEach(memory => memories.add(memory))
        return made
    }
}
"""
WASM_BYTES = "() => [...memories].reduce((sum, memory) => sum + memory.buffer.byteLength, 0)"
HEAP_BYTES = "() => performance.memory.usedJSHeapSize"


class Round(Struct):
    """A round: the milliseconds of your moves, those of the bots' moves, and those of all together."""

    own: list[float]
    others: list[float]
    all: float

    @property
    def rate(self) -> float:
        """Moves per second."""
        return 1000 * (len(self.own) + len(self.others)) / self.all


class QuietHandler(SimpleHTTPRequestHandler):
    """A host that says nothing."""

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def hosting() -> Iterator[tuple[str, Files, Path]]:
    """The site on a plain host: its address, its files, and their folder."""
    with TemporaryDirectory() as folder:
        files = write_site(Path(folder, "sub"))
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=folder))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/sub/", files, Path(folder, "sub")
        finally:
            server.shutdown()
            server.server_close()


def list_sizes(files: Files, folder: Path) -> list[list[str]]:
    """A row for each large file, one for all others, one for all: as it lies there, with gzip, with brotli."""
    names = sorted(files)
    paths = [str(folder / name) for name in names]
    done = subprocess.run(["node", "-e", COMPRESS, *paths], stdout=subprocess.PIPE, check=True)  # noqa: S603, S607
    sizes: dict[str, list[int]] = dict(zip(names, json.loads(done.stdout), strict=True))
    large = sorted((name for name in names if sizes[name][0] >= LARGE_BYTES), key=lambda name: -sizes[name][0])
    rest = [sizes[name] for name in names if name not in large]
    rows = [(name, sizes[name]) for name in large]
    rows += [(f"{len(rest)} smaller files", add(rest)), (f"all {len(names)} files", add([*sizes.values()]))]
    return [[name, *(f"{size / 1000:,.0f} KB" for size in row)] for name, row in rows]


def add(sizes: Sequence[Sequence[int]]) -> list[int]:
    """The sums of the columns."""
    return [sum(column) for column in zip(*sizes, strict=True)]


def measure_starts(browser: Browser, address: str, count: int) -> tuple[list[float], list[float]]:
    """The milliseconds until the engine is ready: at first visits, and when everything is kept."""
    cold, warm = [], []
    for _ in range(count):
        context = visitor(browser, SIZES["desktop"])
        context.add_init_script(NOTE_START)
        page = context.new_page()
        cold.append(measure_start(page, address))
        page.evaluate(KEPT)
        warm.append(measure_start(page, address))
        context.close()
    return cold, warm


def measure_start(page: Page, address: str) -> float:
    """The milliseconds from opening the page until the engine is ready."""
    page.goto(address)
    return float(page.evaluate(STARTED))


def measure_rounds(page: Page, share: float) -> dict[str, Round]:
    """Play against three bots of each level, over the port if the page has an engine and otherwise with its server."""

    def play(level: str) -> Round:
        return convert(page.evaluate(SCRIPT, {"level": level, "most": int(MAX_MOVES[level] * share)}), Round)

    return {level: play(level) for level in MAX_MOVES}


def measure_browser(browser: Browser, address: str, share: float) -> tuple[dict[str, Round], str]:
    """Rounds in the browser, and the memory of its engine after them."""
    context = visitor(browser, SIZES["desktop"])
    context.add_init_script(NOTE_START)

    def note_memory(route: Route) -> None:
        route.fulfill(body=NOTE_MEMORY + route.fetch().text(), content_type="text/javascript")

    context.route("**/assets/worker-*.js", note_memory)
    page = context.new_page()
    measure_start(page, address)
    rounds = measure_rounds(page, share)
    wasm, heap = page.workers[0].evaluate(WASM_BYTES), page.evaluate(HEAP_BYTES)
    context.close()
    return rounds, f"{wasm / 1e6:.0f} MB of WebAssembly, {heap / 1e6:.0f} MB of JavaScript"


def measure_server(browser: Browser, share: float) -> tuple[dict[str, Round], str]:
    """Rounds with a server, and the memory of its process after them."""
    with serve() as (pid, address):
        context = visitor(browser, SIZES["desktop"])
        page = context.new_page()
        page.goto(address)
        while not is_warm(address):
            page.wait_for_timeout(200)
        rounds = measure_rounds(page, share)
        context.close()
        return rounds, f"{resident(pid):.0f} MB"


def list_figures(
    starts: tuple[list[float], list[float]], rounds: Mapping[str, tuple[Round, Round]], memory: tuple[str, str]
) -> list[list[str]]:
    """The rows of the comparison: in the browser, with a server."""
    cold, warm = starts
    rows = [
        ["start of the engine, first visit", tell(cold), ""],
        ["start of the engine, everything kept", tell(warm), ""],
        ["your move, until it is stored and shown", *(tell(side.own) for side in rounds["solid"])],
    ]
    rows += [[f"a bot's move: `{level}`", *(tell(side.others) for side in both)] for level, both in rounds.items()]
    rows.append(["moves per second, against `solid`", *(f"{side.rate:.0f}" for side in rounds["solid"])])
    return [*rows, ["memory", *memory]]


def tell(milliseconds: Sequence[float]) -> str:
    """The median and the worst of some times."""
    return f"{median(milliseconds):,.1f} / {max(milliseconds):,.1f} ms" if milliseconds else ""


def main() -> None:
    """Measure on the command line, and write the tables."""
    if missing := lacking() or (
        None if site.is_fresh() else "the site is not built, or older than its sources (make site)"
    ):
        sys.exit(missing)
    short = "--short" in sys.argv
    share = 0.2 if short else 1.0
    with hosting() as (address, files, folder), browsing() as browser:
        starts = measure_starts(browser, address, 1 if short else STARTS)
        rounds, memory = measure_browser(browser, address, share)
        served, server_memory = measure_server(browser, share)
        sizes = list_sizes(files, folder)
    both = {level: (rounds[level], served[level]) for level in MAX_MOVES}
    load = f"Load of the machine: {os.getloadavg()[0]:.0f} on {os.cpu_count()} processors."
    parts = [
        make_table(["file", "as it lies there", "with gzip", "with brotli"], sizes),
        make_table(
            ["median / worst", "in the browser", "with a server"],
            list_figures(starts, both, (memory, server_memory)),
        ),
        load,
    ]
    written = "\n\n".join(parts)
    print(written)
    if not short:
        before, _, rest = FILE.read_text(encoding="utf-8").partition(HEAD)
        FILE.write_text(f"{before}{HEAD}\n\n{written}\n\n{END}{rest.partition(END)[2]}", encoding="utf-8")


if __name__ == "__main__":
    main()
