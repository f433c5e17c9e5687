"""The quick test of the page: every game opens in the browser and can be played for a few moves."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec import Struct
from playwright.sync_api import Browser, Page, expect

import player
from browser import Visit
from reihum.games import GAMES
from tools.browser import SIZES, visitor, watch
from waiting import block_until

SEATS = 3
TAPS = 6
FRAMES = 20

HEIGHTS = """async frames => {
  const heights = new Set()
  for (let frame = 0; frame < frames; frame++) {
    await new Promise(requestAnimationFrame)
    heights.add([...document.querySelectorAll('.top, .middle, .dock')].map(part => part.clientHeight).join())
  }
  return heights.size
}"""
"""How many different layouts a table has in some frames."""


class Guest(Struct):
    """Somebody at the page, who plays one game after another."""

    page: Page
    complaints: list[str]


@pytest.fixture(scope="module")
def guest(chromium: Browser, site: str) -> Iterator[Guest]:
    """One browser for all games."""
    context = visitor(chromium, SIZES["phone"])
    complaints: list[str] = []
    watch(context, site, complaints)
    page = context.new_page()
    page.goto(site)
    yield Guest(page, complaints)
    context.close()


@pytest.mark.parametrize("game", GAMES)
def test_a_game_can_be_played(guest: Guest, game: str) -> None:
    """The table comes up, a player who knows no game makes a few moves, and the browser has nothing to complain of."""
    facts, page = GAMES[game], guest.page
    page.goto(player.make(page, game, min(SEATS, facts.seats[-1]), calm=bool(facts.grammar.calls)))
    player.start(page)
    assert sum(player.play(page, most=TAPS).taps.values()) > 0
    expect(page.locator(f".table[data-game={game}]")).to_be_visible()
    assert guest.complaints == []


@pytest.mark.full
@pytest.mark.parametrize("game", GAMES)
def test_a_table_stands_still(visit: Visit, game: str) -> None:
    """The layout comes to rest at any size: no part is as high as another part lets it be, and the other way round."""
    page = visit()
    page.goto(player.make(page, game, GAMES[game].seats[-1], pace="relaxed"))
    player.start(page)
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        block_until(lambda: page.evaluate(HEIGHTS, FRAMES) == 1)  # fonts, pictures and the bots' moves come first
