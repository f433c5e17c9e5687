"""A finished game once more, and whether its deal was fair."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

import player
from browser import Visit

pytestmark = pytest.mark.full


def finished(page: Page) -> None:
    """Look back at a round of junior that has just ended."""
    page.goto(player.make(page, "junior", 3, rounds=1))
    player.start(page)
    player.play(page)
    page.get_by_role("link", name="Rückblick").click()
    expect(page.get_by_text("Zug 0 von")).to_be_visible()


def test_step_by_step(visit: Visit) -> None:
    """Forth and back, by buttons, keys and the slider; a link leads to the position."""
    page = visit(size="tablet")
    finished(page)
    page.get_by_role("button", name="Weiter").click()
    expect(page.get_by_text("Zug 1 von")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("Zug 2 von")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text("Zug 1 von")).to_be_visible()
    page.get_by_role("button", name="Zum Ende").click()
    expect(page.get_by_role("button", name="Weiter")).to_be_disabled()
    laid = page.locator(".rows .laid").count()
    page.get_by_role("slider").fill("3")
    expect(page.get_by_text("Zug 3 von")).to_be_visible()
    assert page.locator(".rows .laid").count() < laid
    page.goto(page.url)
    expect(page.get_by_text("Zug 3 von")).to_be_visible()


def test_nothing_lies_on_the_rows(visit: Visit) -> None:
    """On a phone the button that sorts the hand stands below the rows."""
    page = visit(size="phone")
    finished(page)
    page.locator("label:not(.speed) select").first.select_option("0")
    sorting, rows = (page.locator(name).bounding_box() for name in (".sort", ".zone.rows"))
    assert sorting is not None
    assert rows is not None
    assert sorting["y"] >= rows["y"] + rows["height"]


def test_it_plays_by_itself(visit: Visit) -> None:
    """Started and stopped by button or space bar, at a chosen speed. It stops at the end, or after a step by hand."""
    page = visit(size="phone")
    finished(page)
    page.get_by_label("Tempo").select_option("fast")
    page.get_by_role("button", name="Abspielen").click()
    expect(page.get_by_text(re.compile(r"Zug ([2-9]|\d\d) von"))).to_be_visible()
    page.get_by_role("button", name="Anhalten").click()
    expect(page.get_by_role("button", name="Abspielen")).to_be_visible()
    page.locator("h1").click()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Anhalten")).to_be_visible()
    page.get_by_role("button", name="Weiter").click()
    expect(page.get_by_role("button", name="Abspielen")).to_be_visible()
    last = int(page.get_by_role("slider").get_attribute("max") or 0)
    page.get_by_role("slider").fill(str(last - 1))
    page.get_by_role("button", name="Abspielen").click()
    expect(page.get_by_text(f"Zug {last} von")).to_be_visible()
    expect(page.get_by_role("button", name="Abspielen")).to_be_visible()


def test_from_one_seat_or_with_all_cards_open(visit: Visit) -> None:
    """All hands, one's own hand, none."""
    page = visit()
    finished(page)
    cards = page.locator(".hand [data-card], .open [data-card]")
    expect(cards.first).to_be_visible()
    everything = cards.count()
    view = page.get_by_label("Sicht")
    view.select_option("0")
    expect(cards).not_to_have_count(everything)
    assert 0 < cards.count() < everything
    view.select_option("")
    expect(cards).to_have_count(0)
    view.select_option("open")
    expect(cards).to_have_count(everything)


def test_the_deal_is_checked_here(visit: Visit) -> None:
    """A fair deal passes; one whose secret was exchanged does not."""
    page = visit(size="phone", worker=False)
    finished(page)
    page.get_by_text("War dieses Austeilen gerecht?").click()
    expect(page.get_by_text("✓ Geheimnis und Worte ergeben genau")).to_be_visible()
    page.route("**/api/tables/*/replay?*", lambda route: route.fulfill(json=_forged(route.fetch().json())))
    page.reload()
    page.get_by_text("War dieses Austeilen gerecht?").click()
    expect(page.get_by_text("✗ Das Geheimnis passt nicht")).to_be_visible()


def _forged(replay: dict[str, object]) -> dict[str, object]:
    return replay | {"secret": str(replay["secret"])[::-1]}


def test_the_record_can_be_taken_home(visit: Visit) -> None:
    """As a file of this table."""
    page = visit()
    finished(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="Aufzeichnung laden").click()
    assert download.value.suggested_filename.endswith(".jsonl")
