"""The home page: one tap plays, two make a table for the family."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from browser import Visit, receive_until
from tools.browser import SIZES, visitor, watch

ELSEWHERE = "http://127.0.0.2:9/"


def test_one_tap_plays(visit: Visit) -> None:
    """A newcomer sits at a table of classic with bots."""
    page = visit()
    page.get_by_role("button", name="Sofort spielen").click()
    expect(page.locator(".table")).to_have_attribute("data-game", "classic")
    expect(page.locator(".hand .playable").or_(page.locator(".prompt")).first).to_be_visible()


@pytest.mark.parametrize(
    "how", ["fetch(address)", "new WebSocket(address.replace('http', 'ws'))", "new Image().src = address"]
)
def test_a_request_elsewhere_would_be_noticed(chromium: Browser, site: str, how: str) -> None:
    """Whatever way it is tried, the policy of the page forbids it, and every test of the page sees it."""
    complaints: list[str] = []
    context = visitor(chromium, SIZES["phone"])
    watch(context, site, complaints)
    page = context.new_page()
    page.goto(site)
    expect(page.locator(".games li").first).to_be_visible()
    assert complaints == []
    page.evaluate(f"address => {{ try {{ Promise.resolve({how}).catch(() => null) }} catch {{}} }}", ELSEWHERE)
    receive_until(page, lambda: any("127.0.0.2" in complaint for complaint in complaints))
    context.close()
