"""The page without a server: plain files under a sub-path, and after the first visit no network at all."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

import player
from browser import SIZES, check_page
from missing import cannot_test
from reihum.cli.site import write_site
from reihum.games.registry import GAMES
from reihum.matches import verify
from tools import site as engine
from tools.browser import QUIET, program, visitor, watch
from waiting import block_until

pytestmark = pytest.mark.full

Open: TypeAlias = Callable[..., Page]

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


class FileHandler(SimpleHTTPRequestHandler):
    """A web host that knows nothing but files, and shows 404.html where there is none."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Show the page for lost people."""
        content = Path(self.directory, "sub", "404.html").read_bytes()
        self.send_response(code)
        self.send_header("content-type", "text/html")
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the site on a web host, below a sub-path."""
    check_page()
    if not engine.is_fresh():
        cannot_test("the site is not built, or older than its sources (make site)")
    folder = tmp_path_factory.mktemp("host")
    write_site(folder / "sub")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(FileHandler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/sub"
    server.shutdown()
    server.server_close()


@pytest.fixture
def open_site(chromium: Browser, host: str) -> Iterator[Open]:
    """Opens the site as somebody new, waits until it is kept, and cuts the network."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_site(path: str = "", *, size: str = "phone", locale: str = "de-DE", noise: str = "") -> Page:
        context = visitor(chromium, SIZES[size], locale)
        context.add_init_script(KEEP_WORKER)
        contexts.append(context)
        watch(context, host.removesuffix("/sub"), complaints, noise)
        page = context.new_page()
        page.goto(f"{host}/{path}")
        block_until(lambda: page.evaluate(KEPT))
        context.set_offline(True)
        return page

    yield open_site
    for context in contexts:
        context.close()
    assert complaints == []


def go(page: Page, path: str) -> None:
    """Follow a link inside the page: the engine goes on."""
    page.evaluate("path => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')) }", path)


def ask(page: Page, method: str, path: str, body: Any = None) -> Any:
    """Ask the engine of the page."""
    text = None if body is None else json.dumps(body)
    answer = page.evaluate(ASK, [method, path, text])
    assert answer["status"] < 300, answer
    return answer["body"]


def make_table(page: Page, game: str, seats: int, **settings: Any) -> str:
    """Make a table with quick bots; its path."""
    quick = {"pace": "instant", "call_pause": 0, "tie_window": 0}
    body = {"name": "Paul", "fill": "sensible", "settings": {"game": game, "seats": seats} | quick | settings}
    return f"t/{json.loads(ask(page, 'POST', 'api/tables', body))['table']}"


def test_a_whole_game_without_network(open_site: Open) -> None:
    """The page is reloaded in the middle of a round: nothing is lost. The record is the proof."""
    page = open_site()
    path = make_table(page, "classic", 3, rounds=1)
    go(page, path)
    player.start(page)
    player.play(page, most=3)
    page.reload()
    expect(page.locator(".table")).to_be_visible()
    player.play(page)
    expect(page.locator(".end h2")).to_be_in_viewport()
    assert verify(ask(page, "GET", f"api/tables/{path.removeprefix('t/')}/record")).outcome is not None


def test_lesson_replay_review_and_verification(open_site: Open, tmp_path: Path) -> None:
    """What the engine knows besides playing."""
    page = open_site()
    go(page, "learn/ratefix")
    page.locator("main .button.main").click()
    expect(page.locator(".lesson")).to_be_visible()
    path = make_table(page, "classic", 2, rounds=1)
    go(page, path)
    player.start(page)
    player.play(page)
    go(page, f"{path}/replay?from=0")
    expect(page.locator(".stage .table")).to_be_visible()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Aufzeichnung laden").click()
    record = tmp_path / "record.jsonl"
    waiting.value.save_as(record)
    assert verify(record.read_bytes()).outcome is not None
    go(page, "history")
    page.locator("input[type=file]").set_input_files(record)
    expect(page.get_by_text("Alles stimmt: Elfer-Klassiker.")).to_be_visible()
    forged = tmp_path / "forged.jsonl"
    lines = record.read_text().splitlines()
    forged.write_text("\n".join(lines[:5] + lines[6:]))  # somebody has left out a move
    page.locator("input[type=file]").set_input_files(forged)
    expect(page.get_by_text("Das stimmt nicht.")).to_be_visible()
    go(page, f"{path}/replay?from=0&review")
    expect(page.locator(".plot .mark").first).to_be_visible()


SHORT: dict[str, dict[str, Any]] = {
    "anywhere": {"seats": 6, "options": {"play_on": False}},
    "schnipp-schnapp": {"seats": 2},
}
"""Games that somebody without a plan might play for hours."""


@pytest.mark.soak
@pytest.mark.parametrize(("game", "size"), [(game, [*SIZES][at % len(SIZES)]) for at, game in enumerate(GAMES)])
def test_every_game_without_network(open_site: Open, game: str, size: str) -> None:
    """One whole game of each, by somebody who sees only the screen."""
    page = open_site(size=size)
    facts = GAMES[game]
    usual = {"seats": min(4, facts.seats[-1]), "rounds": 1, "calm": bool(facts.grammar.calls)}
    path = make_table(page, game, **usual | SHORT.get(game, {}))
    go(page, path)
    player.start(page)
    player.play(page)
    assert verify(ask(page, "GET", f"api/{path.replace('t/', 'tables/')}/record")).outcome is not None


@pytest.mark.soak
@pytest.mark.parametrize(("locale", "words"), [("de-DE", "Sofort"), ("en-GB", "Play now"), ("fr-FR", "Jouer")])
def test_three_languages_without_network(open_site: Open, locale: str, words: str) -> None:
    """Texts and games of every language are kept, and chosen by the browser."""
    page = open_site(locale=locale)
    page.reload()
    expect(page.get_by_role("button", name=words).first).to_be_visible()


@contextmanager
def start_browser(chromium: Browser, folder: Path) -> Iterator[BrowserContext]:
    """A browser that keeps its data in a folder, and ends."""
    context = chromium.browser_type.launch_persistent_context(
        folder, executable_path=program(), args=[*QUIET], locale="de-DE", reduced_motion="reduce"
    )
    context.add_init_script(KEEP_WORKER)
    context.set_default_timeout(60_000)
    yield context
    context.close()


def open_page(context: BrowserContext, address: str) -> Page:
    """A new tab, with everything kept on the device and the network cut."""
    page = context.new_page()
    page.goto(address)
    block_until(lambda: page.evaluate(KEPT))
    context.set_offline(True)
    return page


@pytest.mark.soak
def test_a_match_goes_on_after_a_restart_of_the_browser(chromium: Browser, host: str, tmp_path: Path) -> None:
    """The first of three rounds is played before, the others after it."""
    with start_browser(chromium, tmp_path) as context:
        page = open_page(context, host)
        path = make_table(page, "hoechste-karte", 3, rounds=3)
        go(page, path)
        player.start(page)
        player.play(page)
    with start_browser(chromium, tmp_path) as context:
        page = open_page(context, f"{host}/")
        go(page, path)
        for _ in range(2):
            page.locator(".end .button.main").click()
            expect(page.locator(player.END)).to_have_count(0)
            player.play(page)
        record = ask(page, "GET", f"api/{path.replace('t/', 'tables/')}/record")
    assert verify(record).outcome is not None


def test_a_link_inside_the_page_works_at_the_first_visit(chromium: Browser, host: str) -> None:
    """The host shows 404.html, which leads to the page; query and key stay. Rules need no engine."""
    context = visitor(chromium, SIZES["phone"])
    page = context.new_page()
    page.goto(f"{host}/rules/classic?blocking=take3#end")
    expect(page.get_by_role("heading", name="Elfer-Klassiker")).to_be_visible()
    assert page.url == f"{host}/rules/classic?blocking=take3#end"
    expect(page.locator(".engine")).to_have_count(0)
    context.close()
