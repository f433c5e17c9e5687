"""The home page: one tap plays, two make a table for the family."""

from __future__ import annotations

from playwright.sync_api import expect

from browser import Visit


def test_one_tap_plays(visit: Visit) -> None:
    """A newcomer sits at a table of classic with bots."""
    page = visit()
    page.get_by_role("button", name="Sofort spielen").click()
    expect(page.locator(".table")).to_have_attribute("data-game", "classic")
    expect(page.locator(".hand .playable").or_(page.locator(".prompt")).first).to_be_visible()
