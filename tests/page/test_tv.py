"""The big shared screen: the table without any hand."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import player
from browser import Visit

pytestmark = pytest.mark.full


def test_the_table_without_hands(visit: Visit) -> None:
    """First the way to the table, then the table, in the end the points; never a card of a hand."""
    phone = visit(size="phone")
    phone.goto(player.make(phone, "junior", 3, rounds=1))
    address = phone.get_by_role("link", name="Auf dem großen Bildschirm zeigen").get_attribute("href")
    assert address
    tv = visit(address)
    expect(tv.get_by_text("Kommt mit dem Handy an den Tisch")).to_be_visible()
    expect(tv.get_by_alt_text("Der Link als Bild")).to_be_visible()
    player.start(phone)
    player.play(phone, most=3)
    expect(tv.get_by_role("group", name="Die Reihen")).to_be_visible()
    expect(tv.locator(".mat")).to_have_count(3)
    expect(tv.locator(".hand, .table button")).to_have_count(0)
    player.play(phone)
    expect(tv.get_by_role("heading", name="die Partie!")).to_be_in_viewport(ratio=1)
    expect(tv.locator("tfoot td")).to_have_count(3)
    expect(tv.locator("tfoot")).to_be_in_viewport(ratio=1)
    assert tv.locator("tfoot td").all_inner_texts() == phone.locator(".end tfoot td").all_inner_texts()
