"""The rules page tells the same rules as the command, with the options of its address."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from browser import Visit
from reihum.engine.rule_pages import rules
from reihum.games import GAMES
from reihum.texts import Texts

pytestmark = pytest.mark.full


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("three-starts", {"turn": "one"}),
        ("classic", {"elevens": "out", "turn": "one", "stock": "no"}),
        ("false-start", {"edition": "40", "drawing": "until", "fewer": "1,0,0,0"}),
        ("junior", {"play_on": True}),
        ("zweikampf", {"long": True, "length": "short"}),
    ],
)
def test_the_page_and_the_command_tell_the_same(visit: Visit, game: str, options: dict[str, Any]) -> None:
    """Paragraph for paragraph: a house rule takes the place of what it changes."""
    texts = Texts("de")
    settled = GAMES[game].game(2 if game == "zweikampf" else 4, **options)
    told = [texts.text(key) for _, keys in rules(settled) for key in keys if texts.has(key)]
    address = "&".join(f"{name}={str(value).lower()}" for name, value in options.items())
    page = visit(f"rules/{game}?{address}")
    expect(page.get_by_role("heading", level=1)).to_have_text(texts.text(f"{game}.name"))
    shown = page.locator("article > section > p, article > section > ol > li").all_inner_texts()
    wanted = [re.sub(r"^\d+\. ", "", line) for text in told for line in re.split(r"\n+", text)]
    assert shown[: len(wanted)] == wanted


def test_a_tile_names_the_players_that_need_a_house_rule(visit: Visit) -> None:
    """Quartets for two needs one; the tile says so, and for the other games nothing."""
    page = visit()
    tile = page.locator("[data-game=quartett] .facts")
    expect(tile).to_contain_text("3–6 Personen, 2 nur mit einer Hausregel")
    expect(page.locator("[data-game=classic] .facts")).to_contain_text("2–6 Personen · ab 7")
