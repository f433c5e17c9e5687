"""A page of a server plays on without it, and brings what was played into the history later."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

import player
from browser import Visit
from server_process import UNLIMITED, find_port, start_server
from static_site import KEEP_WORKER, check_site, go, make_table
from waiting import block_until

pytestmark = pytest.mark.full

KEPT = """async parts => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async name => (await caches.open(name)).keys()))
    return parts.every(part => requests.flat().some(({ url }) => url.includes(part)))
}"""
"""Whether files whose addresses have these parts are kept on the device."""

NEEDED = ["api/texts/de", "api/games", "assets/AwayOffer", "assets/worker", "assets/TablePage", "engine/engine-"]


def test_a_match_without_the_server_comes_into_its_history(visit: Visit, tmp_path: Path) -> None:
    """Somebody loads the games, the server stops, they play on, it comes back, and one tap uploads the match."""
    check_site()
    data = ("--data", str(tmp_path / "tables.sqlite"), *UNLIMITED, "--port", str(find_port()))
    with start_server(*data) as (_, address):
        page = visit(at=address, size="phone")
        page.add_init_script(KEEP_WORKER)
        expect(page.locator(".games li").first).to_be_visible()
        page.locator("#circles").scroll_into_view_if_needed()  # what stands below is loaded when it is near
        page.get_by_role("button", name=re.compile(r"Spiele laden \(\d+,\d MB\)")).click()
        expect(page.get_by_text("Die Spiele sind auf diesem Gerät.")).to_be_visible()
        block_until(lambda: page.evaluate(KEPT, NEEDED))
    page.goto(address)
    page.get_by_role("button", name="Ohne Verbindung spielen").click()
    expect(page.get_by_text("Du spielst ohne Verbindung auf diesem Gerät.")).to_be_visible()
    go(page, make_table(page, "hoechste-karte", 3, rounds=1))
    player.start(page)
    player.play(page)
    expect(page.locator(".end h2")).to_be_visible()
    with start_server(*data):
        go(page, "./")
        expect(page.get_by_text("Der Server ist wieder zu erreichen.")).to_be_visible()
        page.get_by_role("button", name="Zurück zum Server").first.click()
        expect(page.get_by_text("Eine Partie wurde ohne Verbindung gespielt.")).to_be_visible()
        page.get_by_role("button", name="Hochladen").click()
        expect(page.get_by_text("Eine Partie wurde hochgeladen.")).to_be_visible()
        go(page, "history")
        expect(page.get_by_text("anderswo gespielt, nicht hier ausgeteilt")).to_have_count(1)
        page.goto("about:blank")
