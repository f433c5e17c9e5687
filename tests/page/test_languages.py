"""Three languages: every word is there, and none is cut off, on the narrowest screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import player
import screen
from browser import Visit
from reihum.games.registry import GAMES

pytestmark = pytest.mark.full


def spoken(page: Page, where: str) -> None:
    """See that the words of this place are right in every language."""
    found = {}
    for language in screen.LANGUAGES:
        screen.speak(page, language)
        if faults := screen.faults(page):
            found[language] = faults
    assert not found, f"{where}: {found}"


@pytest.mark.parametrize("game", GAMES)
def test_every_table(visit: Visit, game: str) -> None:
    """In the middle of each game, and its rules."""
    page = visit(size="phone", manual=True)
    facts = GAMES[game]
    page.goto(player.make(page, game, facts.seats[-1], calm=bool(facts.grammar.calls), chat=True))
    player.start(page)
    player.play(page, most=2)
    spoken(page, game)
    screen.go(page, f"rules/{game}")
    expect(page.get_by_role("heading", level=2).first).to_be_visible()
    spoken(page, f"rules of {game}")


def test_home_and_a_new_table(visit: Visit) -> None:
    """The first page and its dialog."""
    page = visit(size="phone")
    expect(page.locator(".games li").first).to_be_visible()
    spoken(page, "home")
    for language in screen.LANGUAGES:
        screen.speak(page, language)
        page.locator("[data-game=classic] .buttons button").last.click()
        page.locator("dialog summary").first.click()
        page.locator("dialog summary").last.click()
        assert screen.faults(page) == []
        page.keyboard.press("Escape")


def test_before_and_after_a_round(visit: Visit) -> None:
    """Lobby, big screen, end of a round, score sheet, replay, circle, guided round."""
    page = visit(size="phone")
    link = player.make(page, "junior", 6, rounds=2)
    page.goto(link)
    expect(page.locator(".lobby")).to_be_visible()
    page.evaluate("document.querySelectorAll('.lobby details').forEach(part => part.open = true)")
    spoken(page, "lobby")
    player.start(page)
    player.play(page)
    spoken(page, "end of a round")
    page.get_by_role("link", name="Rejouer").or_(page.locator(".end a.button")).first.click()
    expect(page.locator("article details")).to_be_visible()
    page.evaluate("document.querySelectorAll('article details').forEach(part => part.open = true)")
    spoken(page, "replay")
    screen.go(page, "learn/classic")
    expect(page.locator("article .button.main")).to_be_visible()
    spoken(page, "guided round")


@pytest.mark.parametrize(
    "locale", ["fr-FR", *(pytest.param(locale, marks=pytest.mark.soak) for locale in ("de-DE", "en-GB"))]
)
def test_the_big_screen_and_a_circle(visit: Visit, locale: str) -> None:
    """The big screen has no menu: it speaks as the browser does."""
    page = visit(locale=locale)
    link = player.make(page, "classic", 6)
    site, path = link.split("/t/")
    page.goto(f"{site}/t/{path.replace('#', '/tv#')}")
    expect(page.locator(".tv .share")).to_be_visible()
    assert screen.faults(page) == []
    page.goto(link)
    player.start(page)
    player.play(page, most=2)
    page.goto(f"{site}/t/{path.replace('#', '/tv#')}")
    expect(page.locator(".tv .table")).to_be_visible()
    assert screen.faults(page) == []
    page.goto(site)
    page.locator("section[aria-labelledby=circles] button").click()
    expect(page.locator("article table").first).to_be_visible()
    page.set_viewport_size({"width": 360, "height": 640})
    assert screen.faults(page) == []


@pytest.mark.parametrize(
    "planted", ["page.nothing.here", "{player} kommt", "Donaudampfschifffahrtsgesellschaftskapitänsmütze"]
)
def test_faults_are_found(visit: Visit, planted: str) -> None:
    """A key, an empty slot and a word that does not fit would be noticed."""
    page = visit(size="phone")
    button = page.locator(".games .button.small").first
    expect(button).to_be_visible()
    button.evaluate("(button, words) => { button.style.whiteSpace = 'nowrap'; button.textContent = words }", planted)
    button.evaluate("button => { button.style.width = '60px'; button.style.overflow = 'hidden' }")
    assert screen.faults(page) != []
