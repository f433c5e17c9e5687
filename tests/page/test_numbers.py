"""A number of a long range: two taps, without a keyboard on the screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import player
from browser import Visit, wait_until_still
from tools.browser import WINDOWS

pytestmark = pytest.mark.full

MIN_TARGET_PIXELS = 44
BUTTONS = ".table[data-busy=false] .numbers .button"


def open_guess(page: Page) -> None:
    """A table where the person guesses a total of 4 to 80."""
    page.goto(player.make(page, "ratefix", 4, options={"first": 0}, pace="relaxed"))
    player.start(page)
    expect(page.locator(BUTTONS)).to_have_count(9)


@pytest.mark.parametrize("size", ["phone", "sideways", "desktop"])
def test_a_number_takes_two_taps(visit: Visit, size: str) -> None:
    """First its tens, then itself: every button is big enough, in sight, and the others stay where they are."""
    page = visit()
    page.set_viewport_size(dict(zip(("width", "height"), WINDOWS[size], strict=True)))  # type: ignore[arg-type]
    open_guess(page)
    wait_until_still(page)
    top = page.locator(".numbers").bounding_box()
    for name in ("30–39", "33"):
        for button in page.locator(BUTTONS).all():
            expect(button).to_be_in_viewport(ratio=1)
            box = button.bounding_box()
            assert box
            assert min(box["width"], box["height"]) >= MIN_TARGET_PIXELS, (button.inner_text(), box)
        if name == "33":
            now = page.locator(".numbers").bounding_box()
            assert top
            assert now
            assert (top["y"], top["height"]) == (now["y"], now["height"])
        page.locator(BUTTONS).get_by_text(name, exact=True).click()
    expect(page.locator(".table")).to_contain_text("33")
    expect(page.locator(".table input")).to_have_count(0)


def test_other_numbers_can_be_opened(visit: Visit) -> None:
    """Somebody who opened the wrong tens goes back."""
    page = visit(size="phone")
    open_guess(page)
    page.get_by_role("button", name="Raten: 70–79").click()
    expect(page.get_by_role("button", name="Raten: 71")).to_be_visible()
    page.get_by_role("button", name="andere Zahlen").click()
    expect(page.locator(BUTTONS)).to_have_count(9)


def test_a_number_is_chosen_with_the_keyboard(visit: Visit) -> None:
    """Enter opens the tens, the focus goes to their first number, and Tab goes on from there."""
    page = visit()
    open_guess(page)
    page.get_by_role("button", name="Raten: 40–49").press("Enter")
    expect(page.get_by_role("button", name="Raten: 40")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Raten: 42")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".table")).to_contain_text("42")
