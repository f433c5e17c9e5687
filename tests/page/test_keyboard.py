"""Without a mouse: Tab, arrows and Enter do everything."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

import player
from browser import Visit, wait_until_still

pytestmark = pytest.mark.full

MET = """element => {
  const box = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2))
}"""
"""Whether the middle of something lies free."""

ON_TURN = ".table[data-busy=false] .mat.acts[data-seat='0']"


def reach(page: Page, wanted: str, key: str = "Tab") -> None:
    """Press a key until what is wanted has the focus, which can be seen there."""
    for _ in range(150):
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            assert page.evaluate("document.activeElement.matches(':focus-visible')")
            return
        page.keyboard.press(key)
    raise AssertionError(
        f"{wanted} is not reached by {key}, but {page.evaluate('document.activeElement.outerHTML')[:200]}"
    )


def quicken(page: Page, **settings: Any) -> None:
    """Whatever table the page makes has bots that do not dawdle."""

    def change(route: Route) -> None:
        body: dict[str, Any] = route.request.post_data_json or {}
        route.continue_(post_data={**body, "settings": body["settings"] | {"pace": "instant"} | settings})

    page.route("**/api/tables", lambda route: change(route) if route.request.method == "POST" else route.continue_())


def test_a_round_of_classic(visit: Visit) -> None:
    """From the home page to the next round."""
    page = visit(worker=False, manual=True)
    expect(page.locator(".games li").first).to_be_visible()
    quicken(page, seats=2, rounds=2, options={"edition": "40"})
    reach(page, "[data-game=classic] .buttons .button:not(.main)")
    page.keyboard.press("Enter")
    reach(page, "dialog .button.main")
    page.keyboard.press("Enter")
    expect(page.locator(".lobby")).to_be_visible()
    reach(page, ".lobby .button.main")
    page.keyboard.press("Enter")
    end = page.locator(".end")
    while True:
        expect(page.locator(f"{ON_TURN}, .end").first).to_be_visible()
        if end.count():
            break
        turn(page)
    expect(end.locator("h2")).to_be_focused()
    reach(page, ".end .button.main")
    page.keyboard.press("Enter")
    expect(page.locator(".hand .held").first).to_be_visible()


def turn(page: Page) -> None:
    """Lay a card that fits, found by the arrows; otherwise press what there is to press."""
    if page.locator(".hand .playable").count():
        reach(page, ".hand .held")
        reach(page, ".hand .held:first-child", "ArrowLeft")
        reach(page, ".hand .playable", "ArrowRight")
    else:
        reach(page, ".actions .button:not(.plain)")
    page.keyboard.press("Enter")
    expect(page.locator(".table")).to_have_attribute("data-busy", "false")
    assert page.evaluate("document.activeElement !== document.body")


def test_a_game_with_places(visit: Visit) -> None:
    """Schwarzer Peter: the covered cards of somebody else are chosen by the arrows."""
    page = visit(manual=True)
    page.goto(player.make(page, "schwarzer-peter", 2, rounds=1))
    expect(page.locator(".lobby")).to_be_visible()
    reach(page, ".lobby .button.main")
    page.keyboard.press("Enter")
    end, place = page.locator(".end"), page.locator(".grid .ready")
    while True:
        expect(place.or_(end).first).to_be_visible()
        if end.count():
            break
        reach(page, ".grid .ready")
        page.keyboard.press("ArrowRight")
        assert page.evaluate("document.activeElement.matches('.grid .ready')")
        page.keyboard.press("Enter")
        expect(page.locator(".table")).to_have_attribute("data-busy", "false")
    expect(end.locator("h2")).to_be_focused()


def test_what_has_the_focus_is_in_sight(visit: Visit) -> None:
    """On a screen so low that the hand lies above the rows, a place of theirs comes into sight when it is reached."""
    page = visit(size="phone", manual=True)
    page.set_viewport_size({"width": 360, "height": 440})
    page.goto(player.make(page, "three-starts", 6))
    player.start(page)
    player.wait_for_turn(page)
    place = page.locator(".rows button.place").last
    wait_until_still(page)
    page.evaluate("scrollTo(0, 0)")
    assert not place.evaluate(MET)
    reach(page, ".rows button.place")
    while not place.evaluate("place => place === document.activeElement"):
        page.keyboard.press("Tab")
    assert place.evaluate(MET)


def test_the_asked_player_is_marked(visit: Visit) -> None:
    """Quartett: Enter on a player keeps the focus there, says who is asked, and takes it back when pressed again."""
    page = visit()
    page.goto(player.make(page, "quartett", 3, rounds=1))
    player.start(page)
    asked = page.locator("[data-seat='1'] button.tile")
    expect(asked).to_be_visible()  # the others may come first
    reach(page, "[data-seat='1'] button.tile")
    page.keyboard.press("Enter")
    expect(asked).to_be_focused()
    expect(asked).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text("Welche Karte von Tessa?")).to_be_visible()
    reach(page, "[data-seat='2'] button.tile")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Welche Karte von Luca?")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(".pick")).to_have_count(0)
