"""A player who knows no game and uses only what is on the screen (player.js), and what the tests need to seat it."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

from msgspec import Struct, convert
from playwright.sync_api import Locator, Page, expect

from browser import wait_until_still

SCRIPT = (Path(__file__).parent / "player.js").read_text(encoding="utf-8")
MAX_MILLISECONDS = 300_000
"""The player gives up after this time: only a fault needs it."""

MIDDLE_LEVEL = "geübt" if find_spec("numpy") else "gut"
"""The word for the third of a row game's five levels: a trained player needs numpy."""

END = ".table .end h2"
"""The end of a round."""

BUTTON = ".table[data-busy=false] .actions .button"
MAX_TAPS = 3_000
"""More taps than any round needs."""


class Played(Struct, frozen=True):
    """What the player has tapped, by kind; what was offered but lay under something; why it gave up, if it did."""

    taps: dict[str, int]
    covered: list[str]
    stuck: str
    words: list[str]


def make(page: Page, game: str, seats: int, *, fill: str = "sensible", **settings: Any) -> str:
    """Make a table at which the person of this page sits with quick bots, and nobody stands in for people who are away;
    its link."""
    quick = {"pace": "instant", "call_pause": 0, "tie_window": 0, "grace_seconds": 3600}
    body = {"name": "Paul", "fill": fill, "settings": {"game": game, "seats": seats} | quick | settings}
    made = page.context.request.post(f"{page.evaluate('document.baseURI')}api/tables", data=body)
    assert made.ok, made.text()
    return str(made.json()["link"])


def come(page: Page) -> None:
    """Accept an invitation, and sit."""
    page.locator(".invitation .button.main").click()
    expect(page.locator(".lobby .seat.mine")).to_be_visible()


def open_seat(page: Page, number: int) -> Locator:
    """Open the menu of a seat in the lobby."""
    page.locator(".lobby ol .seat").nth(number).click()
    return page.get_by_role("dialog")


def seat_another(page: Page, number: int, name: str) -> None:
    """Seat somebody else at this device."""
    menu = open_seat(page, number)
    menu.get_by_label("Jemand an diesem Gerät").fill(name)
    menu.get_by_role("button", name="Setzen").click()
    expect(page.locator(".lobby ol .seat").nth(number)).to_contain_class("mine")


def start(page: Page) -> None:
    """Deal the cards, in the lobby."""
    page.locator(".lobby .button.main").click()
    begun = page.locator(".table[data-busy=false], .message")  # a message if another player at this device begins
    expect(begun.first).to_be_visible()


def hurry(page: Page) -> None:
    """Let the bots at the table of this page move at once from now on."""
    page.evaluate(
        """() => new Promise((done) => {
          const socket = new WebSocket(`ws/tables/${location.pathname.split('/').pop()}`)
          socket.onopen = () => socket.send(JSON.stringify({ type: 'pace', pace: 'instant', id: 'hurry' }))
          socket.onmessage = ({ data }) => { if (JSON.parse(data).id === 'hurry') { socket.close(); done() } }
        })"""
    )


def play(page: Page, seed: int = 1, patience: int = MAX_MILLISECONDS, most: int = MAX_TAPS, until: str = END) -> Played:
    """Play until the end of the round is on the screen, and see that everything offered could be reached."""
    begin(page, seed, patience, most, until)
    return finish(page)


def begin(page: Page, seed: int = 1, patience: int = MAX_MILLISECONDS, most: int = MAX_TAPS, until: str = END) -> None:
    """Begin to play, while somebody else plays too."""
    asked = {"seed": seed, "patience": patience, "most": most, "until": until}
    page.evaluate(f"asked => {{ window.playing = ({SCRIPT})(asked) }}", asked)


def finish(page: Page) -> Played:
    """Wait for the end of what was begun."""
    played = convert(page.evaluate("window.playing"), Played)
    assert not played.stuck, played.stuck
    assert not played.covered, played.covered
    return played


def wait_for_turn(page: Page) -> None:
    """At a table, wait until this person is on turn and has a card that fits; draw until one fits."""
    fitting, button = page.locator(".table[data-busy=false] .hand .playable"), page.locator(BUTTON)
    while True:
        expect(fitting.or_(button).first).to_be_visible()
        if fitting.count():
            return
        page.evaluate("button => document.querySelector(button)?.click()", BUTTON)  # the turn may be over meanwhile


def find_grip(page: Page, card: str) -> tuple[float, float]:
    """A point where a card of the hand can be taken, beside those that lie on it, once the table is at rest."""
    wait_until_still(page, frames=2)
    x, y = page.locator(f".hand [data-card={card}]").evaluate(
        """held => {
          const box = held.getBoundingClientRect()
          for (let y = box.top + 8; y < box.bottom; y += 8)
            for (let x = box.left + 4; x < box.right; x += 4)
              if (held.contains(document.elementFromPoint(x, y))) return [x + 2, y + 2]
        }"""
    )
    return x, y


def tap(page: Page, card: str) -> None:
    """Tap a card of the hand where it can be seen."""
    page.mouse.click(*find_grip(page, card))


def find_card(page: Page, *, fits: bool = True) -> str:
    """A card of the hand that can be laid, or one that cannot."""
    found = page.locator(".hand .playable" if fits else ".hand .held:not(.playable)").first
    return str(found.get_attribute("data-card"))
