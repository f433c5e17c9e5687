"""Every game of the registry, played to its end by somebody who knows none of them and sees only the screen."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

import player
from browser import SIZES, Visit
from reihum.games.registry import GAMES

pytestmark = pytest.mark.full

FEW = 4
FAST = ("schnipp-schnapp", "schlafmuetze")
"""Games in which speed decides all the time; `make soak` tries the calls of the others too."""

SHORT: dict[str, dict[str, Any]] = {
    "anywhere": {"seats": 6, "options": {"play_on": False}},
    "schnipp-schnapp": {"seats": 2, "fill": "solid"},  # who calls when it is time
}
"""Games that somebody without a plan might play for hours."""

SIGNS = """() => {
  window.bare = new Set()
  window.signs = new Set()
  const look = () => {
    for (const button of document.querySelectorAll('.actions .button:not(.number, .step)')) {
      const sign = button.querySelector('svg')
      if (!sign) window.bare.add(button.textContent.trim())
      else if (sign.dataset.sign) window.signs.add(sign.dataset.sign)
    }
  }
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true })
  look()
}"""
"""Remembers the drawings on buttons, and the buttons without one."""


def settings(game: str) -> dict[str, Any]:
    """A table for a short game. Calls are decided in peace: those of bots take as long as people's."""
    facts = GAMES[game]
    return {"seats": min(FEW, facts.seats[-1]), "rounds": 1, "calm": bool(facts.grammar.calls)} | SHORT.get(game, {})


def plays(page: Page, game: str) -> player.Played:
    """Play a match of one round, and see that every button has a sign for people who cannot read, and that the end is
    on the screen."""
    page.goto(player.make(page, game, **settings(game)))
    player.start(page)
    page.evaluate(SIGNS)
    played = player.play(page)
    assert page.evaluate("[...window.bare]") == []
    declared = {verb.sign for verb in GAMES[game].grammar.verbs}
    assert set(page.evaluate("[...window.signs]")) <= {*declared, "cross", "bubble-line"}
    end = page.locator(".end")
    expect(end.locator("h2")).to_be_in_viewport()
    expect(end.locator("tfoot td")).to_have_count(settings(game)["seats"])
    expect(end.get_by_role("button", name="Noch einmal")).to_be_visible()
    return played


@pytest.mark.parametrize(("game", "size"), [(game, [*SIZES][at % len(SIZES)]) for at, game in enumerate(GAMES)])
def test_a_full_game(visit: Visit, game: str, size: str) -> None:
    """Whatever the table offers can be tapped where it is seen, and leads to the end; every button has a sign."""
    assert sum(plays(visit(size=size), game).taps.values()) > 0


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=[] if game in FAST else [pytest.mark.soak])
        for game, facts in GAMES.items()
        if facts.grammar.calls
    ],
)
def test_calls_in_real_time(visit: Visit, game: str) -> None:
    """Where the table waits for calls, moves and calls can be made all the same."""
    page = visit(size="phone")
    page.goto(player.make(page, game, FEW, call_pause=500, tie_window=100))
    player.start(page)
    assert sum(player.play(page, most=8).taps.values()) == 8


@pytest.mark.soak
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_a_full_game_on_every_screen(visit: Visit, game: str, size: str) -> None:
    """The same at all sizes."""
    plays(visit(size=size), game)


@pytest.mark.parametrize(
    "hidden", [pytest.param(".held.playable, .place.mine", marks=pytest.mark.soak), ".actions .button"]
)
def test_the_player_needs_what_it_uses(visit: Visit, hidden: str) -> None:
    """With one kind of thing to tap out of reach a game does not come to its end unnoticed."""
    page = visit(size="tablet", manual=True)
    page.goto(player.make(page, "classic", 3, rounds=1))
    player.start(page)
    page.evaluate("rule => document.adoptedStyleSheets.push(new CSSStyleSheet())", hidden)
    page.evaluate("rule => document.adoptedStyleSheets[0].insertRule(`${rule} { pointer-events: none }`)", hidden)
    with pytest.raises(AssertionError):
        player.play(page, most=20)
