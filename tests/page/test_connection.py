"""A connection that breaks: the page says so, comes back without a reload, and does nothing twice."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

import player
from browser import Visit, receive_until
from server_process import FIXED_DEALS, UNLIMITED, find_port, start_server

pytestmark = pytest.mark.full

HELD = ".hand .held"


class Wire:
    """The connection of a page to its table, which can be cut, and on which answers can get lost."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.cut = False
        self.deaf = False
        self.heard: list[str] = []
        """What the page has sent and the server has got."""
        self.routes: list[WebSocketRoute] = []
        page.route_web_socket("**/ws/tables/**", self._connect)

    def _connect(self, route: WebSocketRoute) -> None:
        if self.cut:
            route.close(code=1011)
            return
        self.routes.append(route)
        server = route.connect_to_server()

        def send(message: str | bytes) -> None:
            self.heard.append(str(message))
            server.send(message)

        route.on_message(send)
        server.on_message(lambda message: None if self.deaf else route.send(message))

    def wait_for(self, word: str) -> None:
        """Wait until the server has received a word."""
        receive_until(self.page, lambda: any(word in message for message in self.heard))

    def break_off(self) -> None:
        """The connection is gone and does not come back."""
        self.cut = True
        self.routes[-1].close(code=1011)

    def mend(self) -> None:
        """It may come back."""
        self.cut = self.deaf = False


def mine(page: Page) -> Page:
    """A table of classic at which it is this person's turn, who does everything alone, and a card can be laid."""
    page.goto(player.make(page, "classic", 2))
    player.start(page)
    player.wait_for_turn(page)
    return page


def test_a_break_is_told_and_mended(visit: Visit) -> None:
    """What is tapped while the connection is gone is done once it is back."""
    page = visit(manual=True)
    wire = Wire(page)
    mine(page)
    page.evaluate("window.same = true")
    held = page.locator(HELD).count()
    card = player.find_card(page)
    wire.break_off()
    expect(page.get_by_text("Die Verbindung ist unterbrochen")).to_be_visible()
    player.tap(page, card)
    expect(page.locator(".table[data-busy=true]")).to_be_visible()
    wire.mend()
    expect(page.locator(f".hand [data-card={card}]")).to_have_count(0)
    expect(page.get_by_text("Die Verbindung ist unterbrochen")).to_have_count(0)
    expect(page.locator(HELD)).to_have_count(held - 1)
    assert page.evaluate("window.same")


def test_a_lost_answer_lays_no_card_twice(visit: Visit) -> None:
    """The server has got the move, but its answer is lost with the connection: the same message comes once more and
    changes nothing."""
    page = visit(manual=True)
    wire = Wire(page)
    mine(page)
    held = page.locator(HELD).count()
    wire.deaf = True
    player.tap(page, player.find_card(page))
    expect(page.locator(".table[data-busy=true]")).to_be_visible()
    wire.wait_for('"move"')
    wire.break_off()
    expect(page.get_by_text("Die Verbindung ist unterbrochen")).to_be_visible()
    wire.mend()
    expect(page.locator(".table[data-busy=false]")).to_be_visible()
    expect(page.locator(HELD)).to_have_count(held - 1)
    moves = [message for message in wire.heard if '"move"' in message]
    assert len(moves) > len(set(moves))


def test_a_server_that_is_killed_and_comes_back(visit: Visit, tmp_path: Path) -> None:
    """The page waits for it, and the game goes on where it was."""
    data = ("--data", str(tmp_path / "tables.sqlite"), *UNLIMITED, "--port", str(find_port()))
    with start_server(*data, before=FIXED_DEALS) as (_, address):
        page = mine(visit(at=address, manual=True))
        cards = page.locator(HELD).evaluate_all("held => held.map(card => card.dataset.card)")
        page.evaluate("window.same = true")
    expect(page.get_by_text("Die Verbindung ist unterbrochen")).to_be_visible()
    with start_server(*data, before=FIXED_DEALS):
        expect(page.get_by_text("Die Verbindung ist unterbrochen")).to_have_count(0, timeout=60_000)
        assert page.locator(HELD).evaluate_all("held => held.map(card => card.dataset.card)") == cards
        player.play(page)
        assert page.evaluate("window.same")
        page.goto("about:blank")
