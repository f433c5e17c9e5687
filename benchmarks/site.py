"""The page without a server: the size of its files, how long the engine takes to start, how fast it plays and how much
memory it needs, beside a server on the same machine. It writes docs/performance.md.

``python -m benchmarks.site``, after ``make site``. The browser is this machine's Chromium, the host a plain file
server; Node compresses the files. Both sides play the same rounds, or it fails. ``--short`` only shows that it works,
and writes nothing.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import Struct, convert
from msgspec.json import encode
from playwright.sync_api import Browser, Page, Route
from rich.console import Console

import reihum
from benchmarks.load import resident, serve
from benchmarks.starvation import is_warm
from reihum.api.engine_files import Files
from reihum.bots import offered
from reihum.cli.site import write_site
from reihum.matches.fairness import SECRET_BYTES, round_seed
from tools import site
from tools.browser import SIZES, browsing, lacking, visitor
from tools.tables import make_table

FILE = Path(__file__).parent.parent / "docs" / "performance.md"
HEAD, END = "<!-- site: made by `python -m benchmarks.site` -->", "<!-- end of site -->"
SCRIPT = Path(__file__).with_name("site.js").read_text(encoding="utf-8")
STARTS = 5
SEATS = 4
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

SECRET = b"Z" * SECRET_BYTES
"""Every round is dealt from this, in the browser and on the server: bots draw their randomness from it, too."""

DEAL_IN_BROWSER = f"""
const draw = crypto.getRandomValues.bind(crypto)
crypto.getRandomValues = (bytes) => (bytes.length === {SECRET_BYTES} ? bytes.fill({SECRET[0]}) : draw(bytes))
"""
DEAL_ON_SERVER = f"""
import secrets
draw = secrets.token_bytes
secrets.token_bytes = lambda size: {SECRET!r} if size == {SECRET_BYTES} else draw(size)
"""

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


class Move(Struct):
    """A move: what it has shown to the first seat, and if a bot has made it, the milliseconds since the one before."""

    shown: list[dict[str, Any]]
    milliseconds: float | None


class Round(Struct):
    """A round: the milliseconds of your moves, all moves, and the milliseconds of all together."""

    own: list[float]
    played: list[Move]
    all: float

    @property
    def rate(self) -> float:
        """Moves per second."""
        return 1000 * len(self.played) / self.all

    def list_decisions(self) -> list[float]:
        """The milliseconds of the bots' moves that were not forced. The round is played again: what a move has shown
        tells which one it was."""
        found = []
        state = reihum.game("classic", seats=SEATS).deal(seed=round_seed(SECRET, 0, [""] * SEATS))
        for number, move in enumerate(self.played):
            (seat,) = state.to_act
            choices = offered(state.view(seat))
            after = (state.play(seat, choice) for choice in choices)
            same = next((after for after in after if json.loads(encode(after.events(0))) == move.shown), None)
            if same is None:
                raise ValueError(f"move {number}: nothing in this round shows {move.shown}")
            if len(choices) > 1 and move.milliseconds is not None:
                found.append(move.milliseconds)
            state = same
        return found


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


def list_sizes(files: Collection[str], folder: Path) -> list[list[str]]:
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

    def prepare(route: Route) -> None:
        route.fulfill(body=DEAL_IN_BROWSER + NOTE_MEMORY + route.fetch().text(), content_type="text/javascript")

    context.route("**/assets/worker-*.js", prepare)
    page = context.new_page()
    measure_start(page, address)
    rounds = measure_rounds(page, share)
    wasm, heap = page.workers[0].evaluate(WASM_BYTES), page.evaluate(HEAP_BYTES)
    context.close()
    return rounds, f"{wasm / 1e6:.0f} MB of WebAssembly, {heap / 1e6:.0f} MB of JavaScript"


def measure_server(browser: Browser, share: float) -> tuple[dict[str, Round], str]:
    """Rounds with a server, and the memory of its process after them."""
    with serve(DEAL_ON_SERVER) as (pid, address):
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
    rows += [
        [f"a bot's decision: `{level}`", *(tell(side.list_decisions()) for side in both)]
        for level, both in rounds.items()
    ]
    rows.append(["moves per second, against `solid`", *(f"{side.rate:.0f}" for side in rounds["solid"])])
    return [*rows, ["memory", *memory]]


def tell(milliseconds: Sequence[float]) -> str:
    """The median and the worst of some times."""
    return f"{median(milliseconds):,.1f} / {max(milliseconds):,.1f} ms" if milliseconds else ""


def compare(short: bool) -> str:
    """Measure both; the tables."""
    before = read_load()
    share = 0.1 if short else 1.0
    with hosting() as (address, files, folder), browsing() as browser:
        starts = measure_starts(browser, address, 1 if short else STARTS)
        rounds, memory = measure_browser(browser, address, share)
        served, server_memory = measure_server(browser, share)
        after = read_load()
        sizes = list_sizes(files if not short else [name for name in files if name.endswith(".html")], folder)
    for level, side in rounds.items():
        for number, (ours, theirs) in enumerate(zip(side.played, served[level].played, strict=False)):
            if ours.shown != theirs.shown:
                raise ValueError(f"{level}, move {number}: {ours.shown} in the browser, {theirs.shown} with a server")
    both = {level: (rounds[level], served[level]) for level in MAX_MOVES}
    parts = [
        make_table(["file", "as it lies there", "with gzip", "with brotli"], sizes),
        make_table(
            ["median / worst", "in the browser", "with a server"],
            list_figures(starts, both, (memory, server_memory)),
        ),
        f"Load of the machine: {before} before and {after} after the measurements, on {os.cpu_count()} processors.",
    ]
    return "\n\n".join(parts)


def read_load() -> str:
    """The load of this machine in the last minute."""
    return f"{os.getloadavg()[0]:.1f}"


def find_missing() -> str | None:
    """What is missing to measure."""
    unbuilt = None if site.is_fresh() else "the site is not built, or older than its sources (make site)"
    return lacking() or unbuilt


def report(console: Console, *, short: bool = False) -> None:
    """Measure and print."""
    console.print(find_missing() or compare(short), markup=False, highlight=False, soft_wrap=True)


def main() -> None:
    """Measure on the command line, and write the tables."""
    if missing := find_missing():
        sys.exit(missing)
    written = compare(short := "--short" in sys.argv)
    print(written)
    if not short:
        before, _, rest = FILE.read_text(encoding="utf-8").partition(HEAD)
        FILE.write_text(f"{before}{HEAD}\n\n{written}\n\n{END}{rest.partition(END)[2]}", encoding="utf-8")


if __name__ == "__main__":
    main()
