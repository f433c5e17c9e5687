"""What can be tapped outside tables is big enough: in dialogs, in the menu, and on pages with controls."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

import player
from browser import Visit, wait_until_still

pytestmark = pytest.mark.full

MIN_TARGET_PIXELS = 40

SMALL = """least => {
  const small = []
  for (const element of document.querySelectorAll('button:not(:disabled), input, select, textarea, summary, a[href]')) {
    const isInText = element.matches('a') && getComputedStyle(element).display === 'inline'
    const isSeen = element.checkVisibility({ visibilityProperty: true })
    if (!isSeen || isInText || element.closest('.skip, .unseen, .table')) continue
    const target = element.matches('[type=checkbox], [type=radio]') ? (element.closest('label') ?? element) : element
    const { width, height } = target.getBoundingClientRect()
    if (Math.min(width, height) < least)
      small.push(`${element.outerHTML.slice(0, 90)}: ${Math.round(width)} × ${Math.round(height)}`)
  }
  return small
}"""
"""What is smaller than a finger needs. The label of a box belongs to it; a link in a sentence is as high as a line."""


def check_targets(page: Page) -> None:
    """Everything that can be tapped now is big enough, also what is behind a summary."""
    page.evaluate("document.querySelectorAll('details').forEach((part) => (part.open = true))")
    wait_until_still(page)
    assert page.evaluate(SMALL, MIN_TARGET_PIXELS) == []


@pytest.mark.parametrize("path", ["", "rules/classic", "history", "daily", "device"])
def test_pages(visit: Visit, path: str) -> None:
    """The pages without a table."""
    page = visit(path, size="phone")
    expect(page.locator("main")).not_to_be_empty()
    check_targets(page)


def test_the_menu(visit: Visit) -> None:
    """Its switches are lines as high as a finger."""
    page = visit(size="phone")
    page.locator(".burger").click()
    expect(page.get_by_label("Ich mache alles selbst")).to_be_visible()
    check_targets(page)


@pytest.mark.parametrize("game", ["classic", "mogeln"])
def test_a_new_table(visit: Visit, game: str) -> None:
    """The dialog with all its options open."""
    page = visit(size="phone")
    page.locator(f"[data-game={game}]").get_by_role("button", name="Neuer Tisch").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    check_targets(page)


def test_a_lobby_and_its_dialogs(visit: Visit) -> None:
    """The lobby, and the menu of a seat."""
    page = visit(size="phone")
    page.goto(player.make(page, "classic", 4, fill=""))
    expect(page.locator(".lobby")).to_be_visible()
    check_targets(page)
    player.open_seat(page, 1)
    check_targets(page)


def test_a_table_its_dialogs_and_its_replay(visit: Visit) -> None:
    """Points, talk and leaving at a table; then the replay with its slider and the check of the deal."""
    page = visit(size="phone")
    page.goto(player.make(page, "hoechste-karte", 2, rounds=1))
    player.start(page)
    for name in ("Punkte", "Den Tisch verlassen"):
        open_from_menu(page, name)
        check_targets(page)
        page.keyboard.press("Escape")
    player.play(page)
    table: dict[str, Any] = page.evaluate("({ id: location.pathname.split('/').pop(), key: location.hash.slice(1) })")
    page.goto(f"{page.evaluate('document.baseURI')}t/{table['id']}/replay#{table['key']}")
    expect(page.locator("[type=range]")).to_be_visible()
    check_targets(page)


def open_from_menu(page: Page, name: str) -> None:
    """Open a dialog of the table that is in the menu where there is little room."""
    page.locator(".burger").click()
    page.get_by_role("button", name=name, exact=True).click()
    expect(page.get_by_role("dialog")).to_be_visible()
