"""The ways into a game: playing, learning and the rules, from the home page and from the rules."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import player
from browser import Visit

pytestmark = pytest.mark.full


def test_a_game_on_the_home_page(visit: Visit) -> None:
    """Every game leads to playing, to its lesson and to its rules, and each target is large enough for a finger."""
    page = visit(size="phone")
    tile = page.locator("[data-game=mogeln]")
    for name in ("Spielen", "Lernen", "Regeln"):
        box = tile.get_by_label(f"{name}: Mogeln").bounding_box()
        assert box is not None
        assert box["height"] >= 40
    tile.get_by_label("Lernen: Mogeln").click()
    expect(page.get_by_role("button", name="Los geht’s")).to_be_in_viewport(ratio=1)


def test_the_rules_lead_to_the_lesson_and_to_a_table(visit: Visit) -> None:
    """The rules page has Learn and Play; Play deals with the options that the page shows."""
    page = visit("rules/classic?blocking=take3", size="phone")
    learn = page.get_by_role("link", name="Lernen")
    expect(learn).to_be_in_viewport()
    expect(learn).to_have_attribute("href", "learn/classic")
    page.get_by_role("button", name="Spielen").click()
    expect(page.locator(".table")).to_be_visible()
    page.get_by_role("button", name="Einstellungen", exact=True).click()
    expect(page.get_by_role("link", name="Regeln")).to_have_attribute("href", re.compile("blocking=take3"))


def test_the_menu_closes_behind_a_link(visit: Visit) -> None:
    """After the rules have been opened from the menu of a table the menu is gone."""
    page = visit(size="phone")
    page.goto(player.make(page, "classic", 3))
    player.start(page)
    page.get_by_role("button", name="Einstellungen", exact=True).click()
    with page.expect_popup():
        page.get_by_role("link", name="Regeln").click()
    expect(page.get_by_role("link", name="Regeln")).to_have_count(0)
