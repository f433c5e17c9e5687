"""A family with house rules of its own: a circle keeps them, plays by them, and goes on the next day."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import player
from browser import Visit
from server_process import FIXED_DEALS, UNLIMITED, find_port, start_server

pytestmark = pytest.mark.full

RULES = ".lobby .rules"


def set_rules(page: Page) -> None:
    """In a circle: play Junior for two rounds, one card per turn, without a stock, and the youngest begins."""
    page.get_by_role("button", name="Regeln für ein Spiel festlegen").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".field select")).to_have_count(3)
    game, seats, length = dialog.locator(".field select").all()
    game.select_option("junior")
    seats.select_option("2")
    length.select_option("2")
    dialog.get_by_label("Karten pro Zug").select_option("one")
    dialog.get_by_label("Stapel").select_option("no")
    dialog.get_by_label("Wer beginnt").select_option("youngest")
    dialog.get_by_role("button", name="So spielen wir").click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("listitem").filter(has_text="Karten pro Zug: nur eine Karte")).to_be_visible()


def test_a_match_by_the_rules_of_a_family(visit: Visit, tmp_path: Path) -> None:
    """Kept in a circle, offered first for its tables, read in the lobby; the match goes on after a restart and is
    replayed with the seat that began."""
    data = ("--data", str(tmp_path / "family.sqlite"), *UNLIMITED, "--port", str(find_port()))
    with start_server(*data, before=FIXED_DEALS) as (_, address):
        paul = visit(at=address)
        paul.get_by_role("button", name="Spielkreis gründen").click()
        paul.get_by_role("button", name="Speichern").click()
        link = paul.get_by_label("Wer diesen Link öffnet").input_value()
        set_rules(paul)
        paul.get_by_role("button", name="Name ändern").click()
        paul.get_by_label("Name eurer Regeln").fill("Wie bei Oma")
        paul.get_by_role("button", name="Speichern").click()
        expect(paul.get_by_role("heading", name="Wie bei Oma")).to_be_visible()
        paul.get_by_role("button", name="Neuer Tisch", exact=True).click()
        dialog = paul.get_by_role("dialog")
        dialog.locator("select").first.select_option("junior")
        expect(dialog.locator("select").nth(1)).to_have_value("ours")
        dialog.locator("summary").last.click()
        dialog.locator("select:has(option[value=quick])").select_option("quick")
        dialog.get_by_role("button", name="Tisch aufstellen").click()
        expect(paul.locator(RULES)).to_contain_text("Wie bei Oma")
        expect(paul.locator(RULES)).to_contain_text("Wer beginnt: wer am jüngsten ist")
        tessa = visit(link.split("/", 3)[3], at=address, name="Tessa", size="phone")
        tessa.get_by_role("button", name="Mitspielen").click()
        expect(tessa.get_by_role("heading", name="Punktebuch")).to_be_visible()
        tessa.goto(paul.get_by_label("Wer diesen Link öffnet").input_value())
        player.come(tessa)
        expect(tessa.locator(RULES)).to_contain_text("Wie bei Oma")
        expect(paul.locator(".lobby .seat").nth(1)).to_contain_text("Tessa")
        paul.locator(".lobby .button.main").click()
        paul.get_by_role("dialog", name="Wer ist am jüngsten?").get_by_role("button", name="Tessa").click()
        expect(tessa.locator(".table .hand .playable").first).to_be_visible()
        for page in (paul, tessa):
            player.begin(page)
        for page in (paul, tessa):
            player.finish(page)
    with start_server(*data, before=FIXED_DEALS):
        for page in (paul, tessa):
            page.reload()
        paul.locator(".table .end").get_by_role("button", name="Nächste Runde").click()
        expect(paul.locator(".table .hand .playable").first).to_be_visible()  # the first seat has moved on
        for page in (paul, tessa):
            player.begin(page)
        for page in (paul, tessa):
            player.finish(page)
        tessa.locator(".table .end").locator("a[href$=replay]").click()
        expect(tessa.get_by_role("heading", name="Noch einmal von vorn")).to_be_visible()
        expect(tessa.locator("summary", has_text="✓")).to_be_visible()


def test_quartett_for_two_says_what_it_needs(visit: Visit) -> None:
    """At a new table and in a rematch the page says that bluffing is needed, and switches it on when asked."""
    page = visit(size="phone")
    page.goto(player.make(page, "hoechste-karte", 2, rounds=1))
    player.start(page)
    player.play(page)
    page.get_by_role("button", name="Anderes Spiel").click()
    page.locator("dialog [data-game=quartett]").click()
    notice = page.get_by_role("alert").filter(has_text="darf bluffen")
    notice.get_by_role("button", name="Ja, so spielen wir").click()
    expect(page.locator(RULES)).to_contain_text("darf bluffen")
    page.get_by_role("link", name="Reihum").click()
    page.locator("[data-game=quartett]").get_by_role("button", name="Neuer Tisch").click()
    page.locator("dialog .pair select").first.select_option("2")
    expect(notice).to_be_visible()
    notice.get_by_role("button", name="Ja, so spielen wir").click()
    expect(notice).to_have_count(0)
    page.get_by_role("button", name="Tisch aufstellen").click()
    expect(page.locator(RULES)).to_contain_text("darf bluffen")
