"""The daily deal on the page: from the tile at home to the result beside the expert's, and the week of a circle."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

import player
from browser import receive_until
from reihum.client.web import Visitor
from reihum.tables.circles import CircleView
from tools.browser import SIZES, visitor, watch
from tools.fixed_host import FixedHost
from tools.stage import Scene, Stage, enter, stage

pytestmark = pytest.mark.full

COPIED = "navigator.clipboard.writeText = async (text) => { window.copied = text }"


@pytest.fixture(scope="module")
def at() -> Iterator[Stage]:
    """A server whose clock the test turns."""
    with stage(FixedHost) as found:
        yield found


@pytest.fixture
def person(at: Stage) -> Visitor:
    """Somebody who has a circle, on the first day."""
    at.clock.days = 0
    someone = Visitor(at.address)
    at.run(someone.ask("POST", "/api/circles", CircleView, {"name": "Paul", "circle": "Sunday"}))
    return someone


@pytest.fixture
def page(chromium: Browser, at: Stage, person: Visitor) -> Iterator[Page]:
    """The page in front of this person; a complaint of the browser fails the test."""
    complaints: list[str] = []
    context = visitor(chromium, SIZES["phone"], known=True, sound=False)
    name, _, value = person.cookie.partition("=")
    context.add_cookies([{"name": name, "value": value, "url": at.address}])
    watch(context, at.address, complaints)
    yield context.new_page()
    context.close()
    assert not complaints


def test_a_day_from_the_tile_to_the_line_to_share(at: Stage, person: Visitor, page: Page) -> None:
    """One tap at home, one on the page: I play without hints, see my result beside the expert's, and share a line that
    gives no card away. There is no second try."""
    page.goto(at.address)
    tile = page.locator("section", has=page.get_by_role("heading", name="Tagesspiel"))
    expect(tile).to_contain_text("Heute spielen")
    tile.get_by_role("link").click()
    page.get_by_role("button", name="Heute spielen").click()
    expect(page.locator(".table .hand")).to_be_visible()
    expect(page.get_by_role("button", name="Tipp")).to_have_count(0)
    at.daily(person).hurry()
    player.play(page)
    expect(page.locator(".end").get_by_role("link", name="Rückblick")).to_have_count(0)
    expect(page.locator(".end").get_by_role("button")).to_have_count(0)
    page.locator(".end").get_by_role("link", name="Zum Tagesspiel").click()
    expect(page.locator("dl")).to_contain_text("4 Punkte · Platz 2")
    expect(page.get_by_role("button", name="Heute spielen")).to_have_count(0)
    expect(page.locator(".week li")).to_have_count(7)
    page.evaluate(COPIED)
    page.get_by_role("button", name="Teilen").click()
    receive_until(page, lambda: page.evaluate("window.copied") is not None)
    line = str(page.evaluate("window.copied"))
    assert line.startswith("Reihum täglich 15.1. · ")
    assert line.endswith(f"{at.address}/daily")


def test_a_week_with_its_secrets_and_the_circle(at: Stage, person: Visitor, page: Page) -> None:
    """Every day has its result in the week's picture, here and in the circle; the secrets of past days can be read."""
    played: list[Scene] = []
    for _ in range(3):
        played.append(at.daily(person).play(1))
        at.clock.days += 1
    enter(page.context, played[0])
    page.goto(f"{at.address}/daily")
    expect(page.locator(".week strong")).to_have_count(3)
    expect(page.get_by_role("button", name="Heute spielen")).to_be_visible()
    page.get_by_text("Karten nachprüfen").click()
    expect(page.locator(".proof", has_text="Geheimnis")).to_have_count(3)
    expect(page.locator(".proof").first).not_to_contain_text("Geheimnis")
    (circle,) = at.run(person.ask("GET", "/api/me/circles", dict[str, list[dict[str, object]]]))["circles"]
    page.goto(f"{at.address}/c/{circle['circle']}")
    week = page.get_by_role("table").filter(has_text="Punkte · Platz")
    expect(week.get_by_role("cell").filter(has_text="Platz")).to_have_count(3)
