"""Reading aloud: the table, refusals and lessons, with a voice of the device; silent until somebody asks."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

import player
from browser import Visit, receive_until

pytestmark = pytest.mark.full

VOICE = """
  window.said = []
  const voices = [{ lang: 'de-DE', localService: true, default: true }]
  const synthesis = {
    getVoices: () => window.mute ? [] : voices,
    addEventListener() {},
    cancel() {},
    speak(spoken) { window.said.push(spoken.text); queueMicrotask(() => spoken.onend?.()) },
  }
  Object.defineProperty(window, 'speechSynthesis', { value: synthesis })
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text } }
"""


def open_table(visit: Visit, game: str = "junior", mute: str = "false") -> Page:
    """A table of a game in a browser whose voice remembers what it says."""
    page = visit("", size="phone")
    page.add_init_script(f"window.mute = {mute}\n{VOICE}")
    page.goto(player.make(page, game, 3))
    player.start(page)
    return page


def test_a_round_is_read_aloud(visit: Visit) -> None:
    """After one tap you hear whose turn it is, what the others do and who has won, and nothing twice in a row."""
    page = open_table(visit)
    assert page.evaluate("window.said") == []
    button = page.get_by_role("button", name="Vorlesen")
    box = button.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    button.click()
    player.play(page)
    receive_until(page, lambda: "gewinn" in page.evaluate("window.said.at(-1)"))
    said = page.evaluate("window.said")
    assert any("Du bist dran" in text for text in said)
    assert any("legt" in text or "zieht" in text for text in said)
    assert all(one != two for one, two in pairwise(said))


def test_the_button_waits_for_the_cards(visit: Visit) -> None:
    """Nothing is read in a lobby, so nobody is offered it there."""
    page = visit(size="phone")
    page.goto(player.make(page, "junior", 3))
    expect(page.locator(".lobby .button.main")).to_be_visible()
    expect(page.get_by_role("button", name="Vorlesen")).to_have_count(0)
    player.start(page)
    expect(page.get_by_role("button", name="Vorlesen")).to_be_visible()


def test_it_stays_on_and_can_be_switched_off(visit: Visit) -> None:
    """This device remembers the choice; a second tap ends it."""
    page = open_table(visit)
    button = page.get_by_role("button", name="Vorlesen")
    button.click()
    page.reload()
    expect(button).to_have_attribute("aria-pressed", "true")
    receive_until(page, lambda: page.evaluate("window.said.length > 0"))
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")


def test_a_television_reads_aloud_if_asked(visit: Visit) -> None:
    """The shared screen has the switch, too, and then says whose turn it is."""
    page = visit("", size="phone")
    link = player.make(page, "junior", 3)
    page.goto(link)
    address = page.get_by_role("link", name="Auf dem großen Bildschirm zeigen").get_attribute("href")
    player.start(page)
    tv = visit()
    tv.add_init_script(VOICE)
    tv.goto(f"{link.split('/t/')[0]}/{address}")
    tv.get_by_role("button", name="Vorlesen").click()
    receive_until(tv, lambda: any("Paul ist dran" in text for text in tv.evaluate("window.said")))


def test_a_refusal_is_read(visit: Visit) -> None:
    """A card that does not fit says why."""
    page = open_table(visit)
    page.get_by_role("button", name="Vorlesen").click()
    player.wait_for_turn(page)
    while not page.locator(".hand .held:not(.playable)").count():
        player.tap(page, player.find_card(page))
        player.wait_for_turn(page)
    player.tap(page, player.find_card(page, fits=False))
    reason = page.locator(".prompt .reason")
    expect(reason).to_be_visible()
    receive_until(page, lambda: reason.inner_text() in page.evaluate("window.said"))


def test_a_device_without_a_voice_says_so(visit: Visit) -> None:
    """Where no voice reads this language the switch tells."""
    page = open_table(visit, mute="true")
    page.get_by_role("button", name="Vorlesen").click()
    expect(page.get_by_text("keine Stimme für diese Sprache")).to_be_visible()


@pytest.mark.parametrize(("game", "aloud"), [("junior", True), ("classic", False)])
def test_lessons_for_children_are_read(visit: Visit, game: str, aloud: bool) -> None:
    """The lesson of a game for small children speaks by itself; the others wait until they are asked."""
    page = visit("", size="phone")
    page.add_init_script(VOICE)
    page.goto(f"{page.evaluate('document.baseURI')}learn/{game}")
    page.get_by_role("button", name="Los geht’s").click()
    sentence = page.locator(".lesson p")
    expect(sentence).not_to_be_empty()
    expect(page.get_by_role("button", name="Vorlesen")).to_have_attribute("aria-pressed", str(aloud).lower())
    if aloud:
        receive_until(page, lambda: sentence.inner_text() in page.evaluate("window.said"))
    else:
        assert page.evaluate("window.said") == []
