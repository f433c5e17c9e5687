"""The guided first round lets you do each kind of move."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser import Visit

pytestmark = pytest.mark.full


@pytest.mark.parametrize(("game", "size"), [("classic", "phone"), ("junior", "desktop")])
def test_every_kind_of_move_is_done(visit: Visit, game: str, size: str) -> None:
    """All steps are ticked off, one after another, and the words change on the way."""
    page = visit(f"learn/{game}", size=size)
    page.get_by_role("button", name="Los geht’s").click()
    lesson = page.get_by_label("Deine erste Runde", exact=True)
    expect(lesson.locator("li")).to_have_count(4)
    expect(lesson.locator("li.done")).to_have_count(0)
    first = lesson.locator("p").inner_text()
    while lesson.locator("li.done").count() < 4:
        follow(page)
    expect(lesson.locator("p")).not_to_have_text(first)


def follow(page: Page) -> None:
    """Lay a card and a second one, then say so or draw."""
    fits, said = page.locator(".hand .playable"), page.locator(".actions .button")
    expect(page.locator(".table[data-busy=false]").locator(".actions .button, .playable").first).to_be_visible()
    enough = said.count() and page.locator("li.done", has_text="Weiterlegen").count()
    (fits if fits.count() and not enough else said).first.click(position={"x": 12, "y": 20})
