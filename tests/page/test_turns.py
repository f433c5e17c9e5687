"""Turns: what the others did, moves without a choice, and the speed of the bots."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import player
from browser import Visit
from tools.browser import WINDOWS

pytestmark = pytest.mark.full

ALONE = re.compile("Nichts passt.* – du (ziehst|bist fertig|setzt aus)|Du legst .* – nichts anderes passt")
BUTTON = ".table[data-busy=false] .actions .button.main"

MAX_TAPS = 20

LAY = """() => {
  const card = document.querySelector('.table[data-busy=false] .hand .playable:not(.automatic)')
  card?.click()
  return card ? 1 : 0
}"""


def lay_until(page: Page, wanted: str) -> int:
    """Lay cards that are a choice, and nothing else, until something is on the screen; the number of taps."""
    fitting, found = page.locator(".hand .playable"), page.locator(f"{wanted}, {player.END}")
    taps = 0
    while not found.count():
        expect(fitting.first.or_(found.first).first).to_be_visible()
        if fitting.count() and not found.count():
            taps += page.evaluate(LAY)
    return taps


def open_table(page: Page, game: str = "classic", seats: int = 4, **settings: Any) -> None:
    """A dealt table with bots."""
    page.goto(player.make(page, game, seats, **settings))
    player.start(page)


NOTE = """() => {
  window.told = new Set()
  new MutationObserver(() => window.told.add(document.querySelector('.prompt .now')?.textContent.trim() ?? ''))
    .observe(document.body, { subtree: true, childList: true, characterData: true })
}"""


def test_forced_moves_are_shown_and_made(visit: Visit) -> None:
    """A player who only ever lays cards that fit reaches the end of the round; the table tells what it does."""
    page = visit(size="phone")
    open_table(page, options={"edition": "40"})
    page.evaluate(NOTE)
    lay_until(page, player.END)
    told = page.evaluate("[...window.told]")
    assert [sentence for sentence in told if ALONE.search(sentence)]


def test_a_round_of_classic_takes_few_taps(visit: Visit) -> None:
    """On a phone, against three bots: the only card that fits is shown and laid without a tap."""
    page = visit(size="phone")
    open_table(page)
    page.evaluate(NOTE)
    taps = lay_until(page, player.END)
    assert 0 < taps <= MAX_TAPS
    told = page.evaluate("[...window.told]")
    assert [sentence for sentence in told if "nichts anderes passt" in sentence]


def test_the_only_card_waits_a_moment(visit: Visit) -> None:
    """The sentence names the card, a line runs along it, and a tap lays it sooner."""
    page = visit(size="phone")
    open_table(page, pace="relaxed")
    card = page.locator(".hand .held.automatic")
    found = page.locator(f".hand .held.automatic, {player.END}")
    while not found.count():
        lay_until(page, f"{player.END}, .hand .held.automatic")
    expect(page.locator(".hand .playable")).to_have_count(1)
    expect(page.locator(".prompt .now")).to_contain_text("nichts anderes passt")
    name = str(card.get_attribute("data-card"))
    page.evaluate("document.querySelector('.table[data-busy=false] .hand .held.automatic')?.click()")
    expect(page.locator(f".hand [data-card={name}]")).to_have_count(0)


def test_somebody_who_does_everything_alone(visit: Visit) -> None:
    """With that preference every move waits for a tap, and the prompt asks for it."""
    page = visit(size="phone", manual=True)
    open_table(page)
    lay_until(page, BUTTON)
    expect(page.locator(".automatic")).to_have_count(0)
    expect(page.locator(".prompt .now")).not_to_contain_text(ALONE)
    page.locator(BUTTON).click()
    page.get_by_role("button", name="Einstellungen").click()
    box = page.get_by_label("Ich mache alles selbst")
    expect(box).to_be_checked()
    box.uncheck()
    lay_until(page, ".automatic")


def test_turning_a_card_is_never_made_for_a_child(visit: Visit) -> None:
    """In Zweikampf turning the card is the game: it waits."""
    page = visit(size="phone")
    open_table(page, "zweikampf", 2)
    expect(page.locator(BUTTON)).to_have_text("Aufdecken")
    expect(page.locator(".automatic")).to_have_count(0)


def test_everybody_changes_the_speed(visit: Visit) -> None:
    """A guest makes the bots quicker while they play, and the other one sees it."""
    host, guest = visit(size="phone"), visit(size="desktop", name="Tessa")
    host.goto(player.make(host, "zweikampf", 2, fill="", pace=None))
    link = host.url
    joined = guest.context.request.post(
        f"{guest.evaluate('document.baseURI')}api/tables/{link.split('/t/')[1].split('#')[0]}/join",
        data={"name": "Tessa", "key": link.split("#")[1], "sit": True},
    )
    assert joined.ok
    guest.goto(link)
    if guest.get_by_role("button", name="Hier sitze ich").count():
        guest.get_by_role("button", name="Hier sitze ich").first.click()
    player.start(host)
    calm = re.compile("Tempo der Bots: gemütlich")
    for page in (host, guest):
        expect(page.get_by_role("button", name=calm)).to_be_visible()
    guest.get_by_role("button", name=calm).click()
    guest.get_by_role("button", name="flott", exact=True).click()
    for page in (host, guest):
        expect(page.get_by_role("button", name="Tempo der Bots: flott")).to_be_visible()
    host.get_by_role("button", name="Tempo der Bots: flott").press("Enter")
    host.locator("[data-pace=normal]").press("Enter")
    expect(guest.get_by_role("button", name="Tempo der Bots: normal")).to_be_visible()


def test_what_the_others_did_is_told_at_my_turn(visit: Visit) -> None:
    """A strip has a button for each player with the cards they laid; a tap shows them again, and more is in the log."""
    page = visit(size="phone", manual=True)
    open_table(page, options={"edition": "40"}, pace="quick", rounds=3)
    lines = page.locator(".recap .lines .line")
    player.play(page, until=".recap .lines .small")
    told = lines.first.locator(".unseen").text_content() or ""
    assert re.match(r"(Tessa|Luca|Hannah) (legt|zieht|macht) ", told)
    lines.first.press("Enter")
    expect(page.locator(".recalled").first).to_be_visible()
    rest = page.locator(".recap .rest")
    if rest.count():
        rest.click()
    page.locator(".recap .more").click()
    expect(page.get_by_role("complementary", name="Verlauf")).to_contain_text(told)


@pytest.mark.parametrize("window", ["phone", "sideways"])
def test_no_news_is_hidden(visit: Visit, window: str) -> None:
    """What does not fit into one line is counted on a button that opens it; Escape closes it again."""
    page = visit(size="phone", manual=True)
    width, height = WINDOWS[window]
    page.set_viewport_size({"width": width, "height": height})
    open_table(page, options={"edition": "40"}, pace="quick", rounds=3, seats=6)
    player.play(page, until=".table[data-busy=false]:has(.prompt.acting) .recap .rest")
    strip, lines, rest = (
        page.locator(".recap"),
        page.locator(".recap .lines .line:not(.more)"),
        page.locator(".recap .rest"),
    )
    told = int(str(strip.get_attribute("data-lines")))
    expect(rest).to_have_text(f"+{told - lines.count()}")
    shown = lines.count()
    rest.press("Enter")
    expect(lines).to_have_count(told)
    for line in lines.all():
        expect(line).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    expect(lines).to_have_count(shown)


def test_the_reader_is_addressed(visit: Visit) -> None:
    """What I did is told with you, to everybody else with my name."""
    page = visit(size="phone")
    open_table(page, "zweikampf", 2)
    page.locator(BUTTON).click()
    page.get_by_role("button", name="Verlauf").click()
    log = page.get_by_role("complementary", name="Verlauf")
    expect(log).to_contain_text("Du deckst")
    expect(log).not_to_contain_text("Paul deckt")
