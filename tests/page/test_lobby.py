"""Before the cards are dealt, and after the last ones are laid."""

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
    seats = page.locator(".lobby ol > li")
    expect(seats).to_have_count(4)
    expect(page.get_by_alt_text("Der Link als Bild")).to_be_visible()
    page.get_by_label("Wer spielt auf Platz 2?").select_option("solid")
    expect(seats.nth(1)).to_contain_text("Bot")
    page.get_by_label("Wer spielt auf Platz 3?").select_option("beginner")
    expect(seats.nth(2)).to_contain_text("Bot")
    page.get_by_label("Wer spielt auf Platz 2?").select_option("")
    expect(seats.nth(1).locator("strong")).to_have_text("frei")
    seats.nth(0).get_by_role("button", name="Aufstehen").click()
    seats.nth(1).get_by_role("button", name="Hier sitze ich").click()
    expect(seats.nth(1).locator("strong")).to_have_text("Paul")
    page.get_by_role("button", name="Austeilen – 2").click()
    expect(page.locator(".table .mat")).to_have_count(3)
    expect(page.locator(".hand .held").first).to_be_visible()


def test_the_settings_can_be_changed(visit: Visit) -> None:
    """The person who made the table chooses options and seats."""
    page = visit()
    page.goto(player.make(page, "classic", 4, fill=""))
    page.locator("summary", has_text="Spiel einstellen").click()
    panel = page.locator("details", has_text="Spiel einstellen")
    panel.locator("select").last.select_option("3")
    expect(page.locator(".lobby ol > li")).to_have_count(3)


def test_once_more(visit: Visit) -> None:
    """The same people and bots at a new table, with another game if they like; the person who asks is there at once,
    the others get a button."""
    page = visit(size="tablet")
    link = player.make(page, "hoechste-karte", 2, fill="", rounds=1)
    page.goto(link)
    guest = visit(link.split("/", 3)[3], size="phone", name="Tessa")
    guest.get_by_role("button", name="Mitspielen").click()
    guest.get_by_role("button", name="Hier sitze ich").click()
    expect(page.locator(".lobby")).to_contain_text("Tessa")
    player.start(page)
    expect(guest.locator(".table")).to_be_visible()
    player.begin(guest)
    player.play(page)
    player.finish(guest)
    page.locator(".end select").select_option("junior")
    page.get_by_role("button", name="Noch einmal").click()
    expect(page.locator(".lobby")).to_contain_text("Tessa")
    guest.get_by_role("button", name="Mitkommen").click()
    expect(guest.locator(".lobby")).to_contain_text("Paul")
    player.start(page)
    expect(guest.locator(".table")).to_have_attribute("data-game", "junior")
