"""Never an empty screen: loading says so, and without a connection the page shows what it has kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from browser import Visit
from server_process import UNLIMITED, find_port, start_server
from waiting import block_until

pytestmark = pytest.mark.full

NO_ICON = "404 (Not Found)"
"""What it says of a plain answer of the server, beside which it looks for an icon."""

KEPT = "Keine Verbindung"

COUNT = """async kept => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async name => (await caches.open(name)).keys()))
    return kept.every(part => requests.flat().some(({ url }) => url.includes(part)))
}"""


def wait_until_kept(page: Page) -> None:
    """Wait until the worker has kept the page, the texts, the games and the parts that are loaded late."""
    parts = ["api/texts/de", "api/games", "api/me/tables", "assets/Rules", "assets/Learn", "assets/index"]
    block_until(lambda: page.evaluate(COUNT, parts))


def test_a_reload_without_connection_shows_what_was_kept(visit: Visit, tmp_path: Path) -> None:
    """My tables, the rules and the lessons are there, with a notice, which goes by itself when the server is back."""
    data = ("--data", str(tmp_path / "tables.sqlite"), *UNLIMITED, "--port", str(find_port()))
    with start_server(*data) as (_, address):
        page = visit(at=address)
        page.get_by_role("button", name="Sofort spielen").click()
        expect(page.locator(".table")).to_be_visible()
        table = page.url
        page.goto(address)
        expect(page.locator("#continue")).to_be_visible()
        wait_until_kept(page)
    page.goto(address)
    expect(page.get_by_text(KEPT)).to_be_visible()
    expect(page.locator("#continue")).to_be_visible()
    expect(page.locator(".games li").first).to_be_visible()
    page.goto(f"{address}/rules/classic")
    expect(page.get_by_role("heading", name="Elfer-Klassiker")).to_be_visible()
    page.goto(f"{address}/learn/classic")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.goto(table)
    expect(page.get_by_text("Der Tisch ist gerade nicht zu erreichen")).to_be_visible()
    page.goto(address)
    expect(page.get_by_text(KEPT)).to_be_visible()
    page.evaluate("window.same = true")
    with start_server(*data):
        expect(page.get_by_text(KEPT)).to_have_count(0)
        assert page.evaluate("window.same")
        page.goto(table)
        expect(page.locator(".table")).to_be_visible()
        page.goto("about:blank")


def hold(page: Page, address: str) -> tuple[Page, list[Route]]:
    """Let requests to an address wait. The worker is switched off: a browser does not let tests hold its requests."""
    held: list[Route] = []
    page.add_init_script("delete Navigator.prototype.serviceWorker")

    def keep(route: Route) -> None:
        held.append(route)

    page.route(address, keep)
    return page, held


@pytest.mark.parametrize(
    ("locale", "words"), [("de-DE", "Einen Augenblick"), ("en-GB", "moment"), ("fr-FR", "instant")]
)
def test_loading_says_so_in_words(visit: Visit, site: str, locale: str, words: str) -> None:
    """While the texts are on their way the page says so, in the reader's language."""
    page, held = hold(visit("health", locale=locale, noise=NO_ICON), "**/api/texts/*")
    page.goto(f"{site}/rules/junior")
    said = page.get_by_role("status").filter(has_text=words)
    expect(said).to_be_visible()
    expect(page.locator(".loading p")).to_have_css("opacity", "1")
    for route in held:
        route.continue_()
    expect(said).to_have_count(0)


def test_a_late_part_of_the_page_says_that_it_loads(visit: Visit, site: str) -> None:
    """A page that is loaded when it is first opened shows words until it is there."""
    page, held = hold(visit("health", noise=NO_ICON), "**/assets/Rules-*.js")
    page.goto(site)
    expect(page.locator(".games li").first).to_be_visible()
    page.evaluate("history.pushState(null, '', 'rules/classic'); dispatchEvent(new PopStateEvent('popstate'))")
    expect(page.get_by_role("status").filter(has_text="Einen Augenblick")).to_be_visible()
    for route in held:
        route.continue_()
    expect(page.get_by_role("heading", name="Elfer-Klassiker")).to_be_visible()
