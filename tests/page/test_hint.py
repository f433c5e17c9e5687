"""A hint: while the expert thinks the table says so, then it names the move and marks its card."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from browser import receive_until
from tools.browser import SIZES, visitor
from tools.fixed_host import FixedHost
from tools.stage import Stage, enter, stage


@pytest.fixture(scope="module")
def at() -> Iterator[Stage]:
    """A server whose tables can be played to any position."""
    with stage(FixedHost) as found:
        yield found


class Held:
    """A connection that keeps hints back until they are let through."""

    def __init__(self, page: Page) -> None:
        self.kept: list[str | bytes] = []
        page.route_web_socket("**/ws/tables/**", self._connect)

    def let_through(self) -> None:
        self._socket.send(self.kept.pop())

    def _connect(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        server = socket.connect_to_server()

        def hold(message: str | bytes) -> None:
            self.kept.append(message) if '"type":"hint"' in str(message) else socket.send(message)

        server.on_message(hold)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_hint_says_that_it_is_thought_about_and_marks_its_card(chromium: Browser, at: Stage, size: str) -> None:
    """The button is busy meanwhile; the card has two rings, and a tap on it makes the move."""
    scene = at.table("hoechste-karte", pace="relaxed").start()
    context = visitor(chromium, SIZES[size], known=True)
    enter(context, scene)
    page = context.new_page()
    connection = Held(page)
    page.goto(f"{scene.site}/{scene.path}")
    page.locator(".table[data-busy=false]").wait_for()
    button = page.get_by_role("button", name="Tipp")
    button.click()
    expect(page.locator(".prompt .thinking")).to_have_text("Der Profi denkt nach …")
    expect(button).to_have_attribute("aria-busy", "true")
    expect(page.locator(".hinted")).to_have_count(0)

    receive_until(page, lambda: len(connection.kept) == 1)
    connection.let_through()
    expect(page.locator(".prompt")).to_contain_text("Tipp: ")
    expect(page.locator(".thinking")).to_have_count(0)
    hinted = page.locator(".hand .hinted")
    expect(hinted).to_have_count(1)
    rings = hinted.evaluate("card => [getComputedStyle(card).outlineStyle, getComputedStyle(card).boxShadow]")
    assert (rings[0], rings[1] != "none") == ("solid", True), rings

    card = hinted.get_attribute("data-card")
    hinted.click(position={"x": 12, "y": 14})
    expect(page.locator(f".hand [data-card={card}]")).to_have_count(0)
    expect(page.locator(".prompt")).not_to_contain_text(re.compile("Tipp: "))
    context.close()
