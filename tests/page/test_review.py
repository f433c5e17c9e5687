"""Looking back with an expert's eyes, on the page."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from browser import Visit
from player import make, play, start

pytestmark = pytest.mark.full

MAX_REVIEW_MILLISECONDS = 300_000
"""An expert thinks, and the compiler may have to run first: only a fault needs this time."""

FACTS = """review => {
  const texts = [...review.querySelectorAll('text')]
  const lines = [...review.querySelectorAll('.line, li .button')]
  return {
    smallest: texts.every(text => text.getBoundingClientRect().height >= 12),
    lines: lines.every(line => line.getBoundingClientRect().height <= 48),
    wide: document.documentElement.scrollWidth <= innerWidth,
  }
}"""
"""The labels of the picture are large enough on the screen, and each mark has one line of text."""


def ask_for_review(page: Page, game: str, **settings: Any) -> Locator:
    """Play a round and ask for its review."""
    page.goto(make(page, game, 2, rounds=1, **settings))
    start(page)
    play(page)
    page.goto(re.sub(r"#.*", "/replay", page.url))
    review = page.get_by_role("region", name="Mit Profiaugen")
    review.get_by_role("button", name="Meine Züge ansehen").click()
    return review


def test_a_round_without_decisions_is_told(visit: Visit) -> None:
    """Where every move was forced, the review says so."""
    page = visit(worker=False)
    page.route("**/review?*", lambda route: route.fulfill(body=""))
    review = ask_for_review(page, "junior")
    expect(review.get_by_text("In dieser Runde gab es nichts zu entscheiden.")).to_be_visible()


def test_an_expert_looks_at_my_moves(visit: Visit) -> None:
    """The review comes line by line; a mark in the picture leads to its step, where the better move stands."""
    page = visit(size="phone")
    review = ask_for_review(page, "classic", options={"edition": "40"})
    expect(review.locator(".mark").first).to_be_visible(timeout=MAX_REVIEW_MILLISECONDS)
    expect(review.get_by_role("progressbar")).to_have_count(0, timeout=MAX_REVIEW_MILLISECONDS)
    expect(page.locator("label:not(.speed) select").first).to_have_value("0")  # from what that player knew
    mark, plot = review.locator(".mark").last.bounding_box(), review.locator(".plot").bounding_box()
    assert mark is not None
    assert plot is not None
    review.locator(".plot").click(position={"x": mark["x"] + 14 - plot["x"], "y": 100})  # a finger need not hit it
    expect(review.locator(".here strong")).to_be_visible()
    expect(review.locator(".mark.chosen")).to_have_count(1)
    assert review.evaluate(FACTS) == {"smallest": True, "lines": True, "wide": True}
    assert int(page.locator("input[type=range]").input_value()) > 0
    worst = review.locator("ol button").or_(review.get_by_text("Kein Fehler gefunden")).first
    expect(worst).to_be_visible()
