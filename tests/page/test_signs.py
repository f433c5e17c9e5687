"""Signs: people who cannot read find every button and call at the table."""

from __future__ import annotations

import pytest

import player
from browser import Visit
from reihum.games import GAMES

pytestmark = pytest.mark.full

TAPS = 25
WATCH = """() => {
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


@pytest.mark.parametrize("game", GAMES)
def test_every_button_has_a_sign(visit: Visit, game: str) -> None:
    """Buttons for moves, calls, players and for taking back show a drawing beside their word."""
    page = visit("", size="phone")
    page.goto(player.make(page, game, 2 if game == "zweikampf" else 3, calm=True))
    player.start(page)
    page.evaluate(WATCH)
    player.play(page, most=TAPS)
    assert page.evaluate("[...window.bare]") == []
    declared = {verb.sign for verb in GAMES[game].grammar.verbs}
    assert set(page.evaluate("[...window.signs]")) <= {*declared, "cross", "bubble-line"}
