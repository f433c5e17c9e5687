"""Before the cards are dealt."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import player
from browser import Visit

pytestmark = pytest.mark.full


def test_a_table_for_the_family(visit: Visit) -> None:
    """Made in the dialog; bots come and go, somebody changes places, and empty seats are filled when it begins."""
    page = visit(size="phone")
    page.get_by_role("button", name="Neuer Tisch: Elfer-Klassiker").click()
    dialog = page.get_by_role("dialog")
    dialog.locator("select").nth(1).select_option("4")
    dialog.get_by_role("button", name="Tisch aufstellen").click()
    seats = page.locator(".lobby ol .seat")
    expect(seats).to_have_count(4)
    expect(page.get_by_alt_text("Der Link als Bild")).to_be_visible()
    player.open_seat(page, 1).get_by_role("button", name=player.MIDDLE_LEVEL, exact=True).click()
    expect(seats.nth(1)).to_contain_text(f"Bot · {player.MIDDLE_LEVEL}")
    player.open_seat(page, 2).get_by_role("button", name="Anfänger").click()
    expect(seats.nth(2)).to_contain_text("Bot · Anfänger")
    player.open_seat(page, 1).get_by_role("button", name="frei").click()
    expect(seats.nth(1)).to_contain_text("frei")
    player.open_seat(page, 1).get_by_role("button", name="Hierher umziehen").click()
    expect(seats.nth(1)).to_contain_text("Paul")
    expect(seats.nth(0)).to_contain_text("frei")
    page.get_by_role("button", name="Austeilen – 2").click()
    expect(page.locator(".table .mat")).to_have_count(3)
    expect(page.locator(".hand .held").first).to_be_visible()


def test_the_pause_after_a_wrong_call(visit: Visit) -> None:
    """Where people call, it is chosen with the table; elsewhere nobody is asked."""
    page = visit()
    page.get_by_role("button", name="Neuer Tisch: Überall anschließen").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Mehr Möglichkeiten").click()
    pause = dialog.get_by_label("Pause nach einem falschen Ruf")
    expect(pause).to_have_value("3000")
    pause.select_option("keine Pause")
    with page.expect_request(lambda request: request.method == "POST") as made:
        dialog.get_by_role("button", name="Tisch aufstellen").click()
    assert '"wrong_pause":0' in (made.value.post_data or "")
    expect(page.locator(".lobby ol .seat")).to_have_count(4)
    page.get_by_role("link", name="Reihum").click()
    page.get_by_role("button", name="Neuer Tisch: Elfer-Klassiker").click()
    dialog.get_by_text("Mehr Möglichkeiten").click()
    expect(dialog.get_by_label("Bedenkzeit")).to_be_visible()
    expect(pause).to_have_count(0)


def test_the_settings_can_be_changed(visit: Visit) -> None:
    """The person who made the table chooses options and seats."""
    page = visit()
    page.goto(player.make(page, "classic", 4, fill=""))
    page.locator("summary", has_text="Spiel ändern").click()
    panel = page.locator("details", has_text="Spiel ändern")
    expect(panel.locator(".pair select")).to_have_count(2)
    seats, length = panel.locator(".pair select").all()
    seats.select_option("3")
    expect(page.locator(".lobby ol .seat")).to_have_count(3)
    panel.get_by_label("Ziehen, wenn nichts passt").select_option("one")
    expect(page.locator(".lobby .rules")).to_contain_text("Ziehen, wenn nichts passt: nur eine Karte")
    length.select_option("until 50")
    expect(length).to_have_value("until 50")
    panel.get_by_role("button", name="Alles wie im Heft").click()
    expect(page.locator(".lobby .rules")).not_to_contain_text("Ziehen")
    expect(page.locator(".lobby .rules")).to_contain_text("Bis 50 Punkte")
