"""Everybody can use the page: axe finds nothing on any of its pages, and every card and move is told by its name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

import player
from browser import Visit, wait_until_still
from missing import cannot_test
from reihum.games import GAMES
from reihum.texts import Texts
from tools import page
from tools.browser import SIZES, visitor
from tools.fixed_host import FixedHost
from tools.layout import PATIENCE
from tools.stage import Scene, Stage, enter, stage

pytestmark = pytest.mark.full

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


@pytest.fixture(autouse=True, scope="module")
def axe() -> None:
    """It comes with what the page is built with; a page that was built elsewhere does not bring it."""
    if not AXE.exists() and not page.has_npm():
        cannot_test(page.NEEDED)


FINDINGS = """async () => {
    const found = await axe.run(document, {resultTypes: ['violations']})
    return found.violations.flatMap(({id, help, nodes}) => nodes.map(node => `${id}: ${help}: ${node.html}`))
}"""

NAMED = ("button", "image", "link")
"""What must not be silent."""

PLANTED = """() => {
    const main = document.querySelector('main')
    const faint = main.appendChild(document.createElement('p'))
    faint.textContent = 'faint'
    faint.style.color = '#ddd'
    main.appendChild(document.createElement('button')).dataset.card = 'R7'
}"""

CARDS = "[...document.querySelectorAll('[data-card]')].map(element => element.dataset.card)"


@pytest.fixture(scope="module")
def at() -> Iterator[Stage]:
    """A server whose tables can be played to any position, and whose bots wait."""
    with stage(FixedHost) as opened:
        opened.clock.patience = PATIENCE
        yield opened


def findings(page: Page) -> list[str]:
    """What axe finds wrong. Its script is not part of the page, so the page's policy stays as it is."""
    page.locator("h1").first.wait_for()  # the name of a game may come after its table
    wait_until_still(page)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = page.evaluate(FINDINGS)
    return found


def sit_down(chromium: Browser, scene: Scene, path: str, size: str = "desktop", **preferences: Any) -> Page:
    """The page, as the person of a scene, who does everything alone."""
    context = visitor(chromium, SIZES[size], manual=True, **preferences)
    enter(context, scene)
    page = context.new_page()
    page.goto(f"{scene.site}/{path}")
    return page


@pytest.mark.parametrize(
    ("path", "theme"),
    [
        ("", "light"),
        ("", "dark"),
        ("rules/master", "light"),
        ("learn/classic", "dark"),
        ("daily", "dark"),
        ("nowhere", "light"),
        ("history", "light"),
    ],
)
def test_pages_have_no_faults(visit: Visit, path: str, theme: str) -> None:
    """What can be opened without a table."""
    page = visit(path, theme=theme, noise="404")
    page.locator("h1").wait_for()
    assert findings(page) == []


def test_dialogs_have_no_faults(visit: Visit) -> None:
    """A new table with everything that can be chosen, and the menu."""
    page = visit(size="phone")
    page.get_by_role("button", name="Familie einladen").click()
    page.locator("dialog summary").first.click()
    page.locator("dialog summary").last.click()
    assert findings(page) == []
    page.keyboard.press("Escape")
    page.locator(".burger").click()
    assert findings(page) == []


def test_circles_have_no_faults(visit: Visit) -> None:
    """A circle with its score book."""
    page = visit(size="phone")
    page.get_by_role("button", name="Spielkreis gründen").click()
    page.get_by_role("heading", name="Punktebuch").wait_for()
    assert findings(page) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_results_in_numbers_have_no_faults(chromium: Browser, at: Stage, theme: str) -> None:
    """The history of somebody who has finished a match."""
    over = at.table("hoechste-karte", rounds=1).start().play(1)
    page = sit_down(chromium, over, "history", "phone", theme=theme, known=True)
    page.locator("[data-statistics]").wait_for()
    assert findings(page) == []


@pytest.mark.parametrize("size", [pytest.param("phone", marks=pytest.mark.soak), "desktop"])
def test_tables_have_no_faults_before_and_after(chromium: Browser, at: Stage, size: str) -> None:
    """The lobby, the shared screen, the end of a round, looking back."""
    lobby = at.table("junior", fill="")
    ended = at.table("junior", rounds=2).start().play(1)
    places = {
        (lobby, lobby.path): ".lobby",
        (lobby, f"{lobby.path}/tv#{lobby.key}"): ".big",
        (ended, ended.path): ".end",
        (ended, f"{ended.path}/tv#{ended.key}"): ".table",
        (ended, f"{ended.path}/replay?from=open&step=20"): ".table",
    }
    for (scene, path), drawn in places.items():
        page = sit_down(chromium, scene, path, size)
        page.locator(drawn).wait_for()
        assert findings(page) == [], path
        page.context.close()


@pytest.mark.parametrize("size", ["phone", pytest.param("desktop", marks=pytest.mark.soak)])
def test_arriving_has_no_faults(visit: Visit, size: str) -> None:
    """The invitation, a lobby with a guest, the menu of a seat, leaving, and going on together."""
    host = visit(size=size)
    link = player.make(host, "hoechste-karte", 2, fill="", rounds=1)
    host.goto(link)
    guest = visit(link.split("/", 3)[3], size=size, name="Tessa")
    guest.locator(".invitation").wait_for()
    assert findings(guest) == []
    player.come(guest)
    host.locator(".lobby", has_text="Tessa").wait_for()
    assert findings(host) == []
    player.open_seat(host, 0).wait_for()
    assert findings(host) == []
    host.keyboard.press("Escape")
    player.start(host)
    player.begin(guest)
    player.play(host)
    player.finish(guest)
    host.get_by_role("button", name="Anderes Spiel").click()
    host.get_by_role("dialog").wait_for()
    assert findings(host) == []
    host.get_by_role("dialog").get_by_role("button", name="Junior").click()
    guest.locator(".along").wait_for()
    assert findings(guest) == []


@pytest.mark.parametrize("game", GAMES)
def test_games_have_no_faults_and_no_silence(chromium: Browser, at: Stage, game: str) -> None:
    """In the middle of a round: nothing wrong, and every card and everything that can be done has a name."""
    scene = at.table(game).start().play()
    page = sit_down(chromium, scene, scene.path, "phone", theme="dark")
    page.locator(".prompt").wait_for()
    assert findings(page) == []
    assert unspoken(page, "de") == []
    page.context.close()


def unspoken(page: Page, language: str) -> list[str]:
    """Cards in sight whose colour and number the accessibility tree does not tell, and roles that have no name."""
    tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    told = [(node["role"]["value"], str(node.get("name", {}).get("value", ""))) for node in tree if not node["ignored"]]
    names = " | ".join(name for _, name in told).casefold()
    texts = Texts(language)
    silent = [card for card in page.evaluate(CARDS) if texts.card(card).casefold() not in names]
    return silent + [role for role, name in told if role in NAMED and not name]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_cards_are_told_in_the_language_of_the_page(chromium: Browser, at: Stage, language: str) -> None:
    """Colour and number, in the accessibility tree."""
    scene = at.table("classic").start().play()
    page = sit_down(chromium, scene, scene.path, language=language)
    page.locator(".prompt").wait_for()
    assert unspoken(page, language) == []
    page.context.close()


def test_a_planted_fault_is_found(visit: Visit) -> None:
    """Neither axe nor the look into the accessibility tree is blind."""
    page = visit("nowhere", noise="404")
    page.locator("h1").wait_for()
    page.evaluate(PLANTED)
    found = " ".join(findings(page))
    assert "color-contrast" in found
    assert "button-name" in found
    assert unspoken(page, "de") == ["R7", "button"]
