"""The site on a web host that knows nothing but files, and ways to ask the engine in its page: for tests."""

from __future__ import annotations

import gzip
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from missing import cannot_test
from reihum.cli.site import write_site
from reihum.games.registry import GAMES
from tools import page as built_page
from tools import site as engine
from tools.browser import UNBUILT

SUB_PATH = "sub"

KEEP_WORKER = """(() => {
    const Real = Worker
    window.Worker = class extends Real { constructor(...how) { super(...how); window.engine = this } }
})()"""
"""Lets a test ask the engine of the page."""

ASK = """([method, path, body]) => new Promise(done => {
    const id = 1_000_000 + Math.floor(Math.random() * 1_000_000)
    const hear = ({ data }) => {
        if (data.id !== id) return
        engine.removeEventListener('message', hear)
        done(data)
    }
    engine.addEventListener('message', hear)
    engine.postMessage({ type: 'request', id, method, path, language: 'de', ...(body === null ? {} : { body }) })
})"""

KEPT = """async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated'"""
"""Whether everything is kept on the device."""

SHORT: dict[str, dict[str, Any]] = {
    "anywhere": {"seats": 6, "options": {"play_on": False}},
    "schnipp-schnapp": {"seats": 2},
}
"""Games that somebody without a plan might play for hours."""

GO = "path => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')) }"


class FileHandler(SimpleHTTPRequestHandler):
    """A web host that shows 404.html where there is no file."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Show the page for lost people."""
        content = Path(self.directory, SUB_PATH, "404.html").read_bytes()
        self.send_response(code)
        self.send_header("content-type", "text/html")
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


class PackingHandler(FileHandler):
    """A web host that compresses what it knows with gzip, as most do."""

    def do_GET(self) -> None:
        """Send a file, packed if it is text."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        kind = self.guess_type(path)
        if not path.exists() or not re.search("text|javascript|json|svg", kind):
            return super().do_GET()
        content = gzip.compress(path.read_bytes(), 6)
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-encoding", "gzip")
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)
        return None


def check_site() -> None:
    """Go on only where the site is built as it is now."""
    if not built_page.is_fresh():
        if not built_page.has_npm():
            cannot_test(built_page.NEEDED)
        pytest.fail(UNBUILT)
    if not engine.is_fresh():
        cannot_test("the site is not built, or older than its sources (make site)")


@contextmanager
def host_site(folder: Path, handler: type[FileHandler] = FileHandler) -> Iterator[str]:
    """Write the site into a folder and serve it below a sub-path; the address."""
    write_site(folder / SUB_PATH)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/{SUB_PATH}"
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the site on a web host."""
    check_site()
    with host_site(tmp_path_factory.mktemp("host")) as address:
        yield address


def go(page: Page, path: str) -> None:
    """Follow a link inside the page: the engine goes on."""
    page.evaluate(GO, path)


def ask(page: Page, method: str, path: str, body: Any = None) -> Any:
    """Ask the engine of the page."""
    text = None if body is None else json.dumps(body)
    answer = page.evaluate(ASK, [method, path, text])
    assert answer["status"] < 300, answer
    return answer["body"]


def make_table_request(game: str, seats: int, **settings: Any) -> dict[str, Any]:
    """What asks for a table with quick bots."""
    quick = {"pace": "instant", "call_pause": 0, "tie_window": 0}
    return {"name": "Paul", "fill": "sensible", "settings": {"game": game, "seats": seats} | quick | settings}


def make_table(page: Page, game: str, seats: int, **settings: Any) -> str:
    """Make a table with quick bots; its path."""
    return f"t/{json.loads(ask(page, 'POST', 'api/tables', make_table_request(game, seats, **settings)))['table']}"


def choose_round(game: str) -> dict[str, Any]:
    """The settings of a table where somebody who knows no game comes to the end of a round."""
    facts = GAMES[game]
    usual = {"seats": min(4, facts.seats[-1]), "rounds": 1, "calm": bool(facts.grammar.calls)}
    return usual | SHORT.get(game, {})
