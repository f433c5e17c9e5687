"""An evening begins: guests come by a link, sit down with one tap, and go on together."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import player
from browser import Visit, receive_until, stop_clock

pytestmark = pytest.mark.full

REFUSED = "Das darfst du hier nicht"

NOTICE_MILLISECONDS = 8_000
"""The time after which a screen follows to the next table by itself."""

SHARE = """() => {
  window.shared = []
  navigator.share = async (what) => { window.shared.push(what.url) }
}"""


def path(link: str) -> str:
    """The part of a link behind the server's address."""
    return link.split("/", 3)[3]


def test_a_link_a_name_one_tap_and_seated(visit: Visit) -> None:
    """The guest reads who invites to what, taps once, and sits; the host sees it at once, with a welcome."""
    host = visit(size="phone")
    link = player.make(host, "classic", 4, fill="")
    host.goto(link)
    guest = visit(path(link), size="phone", name="Ben")
    expect(guest.get_by_role("heading", name="Paul lädt dich ein")).to_be_visible()
    expect(guest.get_by_text("Elfer-Klassiker").last).to_be_visible()
    expect(guest.get_by_text("Schon da: Paul")).to_be_visible()
    expect(guest.get_by_label("Dein Name")).to_have_value("Ben")
    join = guest.get_by_role("button", name="Mitspielen")
    expect(join).to_be_in_viewport(ratio=1)
    expect(host.get_by_text("Jemand ist unterwegs")).to_be_visible()
    for page in (host, guest):
        stop_clock(page)  # a welcome does not stay for long
    join.click()
    expect(guest.get_by_text("Willkommen, Ben! Du sitzt auf Platz 2.")).to_be_in_viewport(ratio=1)
    expect(host.get_by_text("Ben ist da – Platz 2")).to_be_in_viewport(ratio=1)
    expect(host.locator(".lobby ol .seat").nth(1)).to_contain_text("Ben")
    expect(host.get_by_text("unterwegs")).to_have_count(0)
    for page in (host, guest):
        page.clock.resume()
    player.start(host)
    expect(guest.locator(".hand .held").first).to_be_visible()
    for page in (host, guest):
        expect(page.get_by_text(REFUSED)).to_have_count(0)


def test_the_address_of_a_table_invites(visit: Visit) -> None:
    """Who copies the address from the browser sends an invitation, also if the table was made on the page."""
    host = visit()
    host.get_by_role("button", name="Familie einladen").click()
    host.get_by_role("button", name="Tisch aufstellen").click()
    expect(host.locator(".lobby")).to_be_visible()
    player.come(visit(path(host.url), name="Ben"))
    expect(host.locator(".lobby ol .seat").nth(1)).to_contain_text("Ben")


def test_bots_that_fill_the_table_make_room(visit: Visit) -> None:
    """A guest takes the seat of a bot that nobody has chosen; at a full table they watch, and can take a bot's seat."""
    host = visit()
    link = player.make(host, "classic", 3, fill="solid")
    host.goto(link)
    player.open_seat(host, 1).get_by_role("button", name="Profi").click()
    expect(host.locator(".lobby ol .seat").nth(1)).to_contain_text("Profi")
    player.come(visit(path(link), name="Ben"))
    expect(host.locator(".lobby ol .seat").nth(2)).to_contain_text("Ben")
    late = visit(path(link), size="phone", name="Mia")
    expect(late.get_by_text("Alle Plätze sind vergeben. Du kannst zuschauen.")).to_be_visible()
    late.get_by_role("button", name="Zuschauen").click()
    expect(late.get_by_text("Tippe auf einen Bot")).to_be_visible()
    expect(host.get_by_text("Noch ohne Platz: Mia")).to_be_visible()
    player.open_seat(late, 1).get_by_role("button", name="Hier sitze ich").click()
    expect(host.locator(".lobby ol .seat").nth(1)).to_contain_text("Mia")
    expect(late.get_by_text(REFUSED)).to_have_count(0)


def test_dealing_without_a_guest_asks(visit: Visit) -> None:
    """The host can wait or deal all the same."""
    host = visit(size="phone")
    link = player.make(host, "junior", 2, fill="")
    host.goto(link)
    player.open_seat(host, 1).get_by_role("button", name=player.MIDDLE_LEVEL, exact=True).click()
    guest = visit(path(link), name="Ben")
    deal = host.locator(".lobby .deal .button")
    expect(host.get_by_text("Jemand ist unterwegs")).to_be_visible()
    deal.click()
    expect(host.get_by_role("dialog")).to_contain_text("Jemand hat den Link geöffnet")
    host.get_by_role("button", name="Noch warten").click()
    guest.get_by_role("button", name="Zuschauen").click()
    expect(host.get_by_text("Noch ohne Platz: Ben")).to_be_visible()
    deal.click()
    expect(host.get_by_role("dialog")).to_contain_text("Ben hat noch keinen Platz. Trotzdem austeilen?")
    host.get_by_role("button", name="Trotzdem austeilen").click()
    expect(host.locator(".table")).to_be_visible()


def test_the_lobby_fits_a_phone(visit: Visit) -> None:
    """The invitation comes first and can be shared; it and the deal are in sight; every seat can be hit."""
    page = visit(size="phone")
    page.add_init_script(f"({SHARE})()")
    page.goto(player.make(page, "classic", 6, fill=""))
    expect(page.get_by_alt_text("Der Link als Bild")).to_be_in_viewport(ratio=1)
    expect(page.locator(".lobby .deal .button")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Teilen", exact=True).click()
    link = page.get_by_label("Wer diesen Link öffnet").input_value()
    receive_until(page, lambda: page.evaluate("window.shared") == [link])
    targets = page.locator(".lobby .seat, .levels button")
    expect(targets).to_have_count(11)
    boxes = targets.evaluate_all("all => all.map(one => [one.offsetWidth, one.offsetHeight])")
    assert min(min(box) for box in boxes) >= 44


def test_a_bot_has_one_of_five_faces(visit: Visit) -> None:
    """In the lobby and at a new table; what only researchers want is not offered."""
    page = visit(size="phone")
    page.goto(player.make(page, "classic", 4, fill=""))
    words = ["würfelt", "Anfänger", player.MIDDLE_LEVEL, "sehr gut", "Profi"]
    expect(page.locator(".lobby .levels button")).to_have_text(words)
    expect(player.open_seat(page, 1).locator(".levels button")).to_have_text(["frei", *words])
    page.goto(page.evaluate("document.baseURI"))
    page.get_by_role("button", name="Familie einladen").click()
    page.get_by_role("dialog").get_by_role("button", name="sehr gut").click()
    page.get_by_role("button", name="Tisch aufstellen").click()
    expect(page.locator(".lobby .seat", has_text="Bot · sehr gut")).to_have_count(3)


def test_a_seat_is_chosen_by_keyboard(visit: Visit) -> None:
    """Tab and Enter open a seat, put a bot there, and the focus is back at the seat."""
    page = visit()
    page.goto(player.make(page, "classic", 2, fill=""))
    seat = page.locator(".lobby ol .seat").nth(1)
    seat.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    level = page.get_by_role("dialog").get_by_role("button", name="Anfänger")
    while not level.evaluate("level => level === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(seat).to_contain_text("Anfänger")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(seat).to_be_focused()


def play_round(host: Page, guest: Page) -> None:
    """Deal, and play a round to its end."""
    player.start(host)
    expect(guest.locator(".table")).to_be_visible()
    player.begin(guest)
    player.play(host)
    player.finish(guest)


def test_the_next_game_takes_everybody_along(visit: Visit) -> None:
    """Who does not answer is at the next table a moment later, in the same seat, and so is the television."""
    host = visit(size="phone")
    link = player.make(host, "hoechste-karte", 2, fill="", rounds=1)
    host.goto(link)
    guest = visit(path(link), size="phone", name="Ben")
    player.come(guest)
    television = visit(path(link).replace("#", "/tv#"))
    expect(host.locator(".lobby")).to_contain_text("Ben")
    play_round(host, guest)
    for page in (host, television):
        stop_clock(page)
    guest.get_by_role("button", name="Anderes Spiel").click()
    guest.get_by_role("dialog").get_by_role("button", name="Ratefix").click()
    expect(guest.locator(".lobby")).to_be_visible()
    notice = host.get_by_role("dialog")
    expect(notice.get_by_role("heading", name="Ben spielt weiter: Ratefix")).to_be_in_viewport(ratio=1)
    expect(television.get_by_role("heading", name="Ben spielt weiter: Ratefix")).to_be_visible()
    for page in (host, television):
        page.clock.run_for(NOTICE_MILLISECONDS)
        page.clock.resume()
    expect(host.locator(".lobby ol .seat.mine")).to_contain_text("Paul")
    expect(host.locator(".lobby ol .seat").nth(1)).to_contain_text("Ben")
    expect(television.get_by_role("heading", name="Ratefix")).to_be_visible()
    player.start(guest)
    for page in (host, guest, television):
        expect(page.locator(".table")).to_have_attribute("data-game", "ratefix")


def test_who_wants_to_stay_stays(visit: Visit) -> None:
    """The notice can be answered at once: stay, and still follow later, to the same table."""
    host = visit()
    link = player.make(host, "hoechste-karte", 2, fill="", rounds=1)
    host.goto(link)
    guest = visit(path(link), size="phone", name="Ben")
    player.come(guest)
    expect(host.locator(".lobby")).to_contain_text("Ben")
    play_round(host, guest)
    stop_clock(guest)
    host.get_by_role("button", name="Noch einmal").click()
    expect(host.locator(".lobby")).to_be_visible()
    guest.get_by_role("button", name="Hier bleiben").click()
    expect(guest.get_by_role("dialog")).to_have_count(0)
    guest.locator(".end").get_by_role("button", name="Mitkommen").click()
    expect(guest.locator(".lobby ol .seat.mine")).to_contain_text("Ben")
    assert guest.url.split("#")[0] == host.url.split("#")[0]


def test_leaving_says_what_happens(visit: Visit) -> None:
    """It is in the menu, asks once, and a bot plays on; a round's end leads home, too."""
    page = visit(size="phone")
    page.goto(player.make(page, "junior", 2, rounds=2))
    player.start(page)
    player.play(page)
    expect(page.locator(".end").get_by_role("link", name="Startseite")).to_be_visible()
    page.locator("header .burger").click()
    page.get_by_role("button", name="Den Tisch verlassen").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Der Tisch wird aufgelöst")
    dialog.get_by_role("button", name="Bleiben").click()
    expect(dialog).to_have_count(0)
    page.locator("header .burger").click()
    page.get_by_role("button", name="Den Tisch verlassen").click()
    dialog.get_by_role("button", name="Verlassen", exact=True).click()
    expect(page.locator(".games li").first).to_be_visible()


def test_everybody_sees_what_a_spectator_says(visit: Visit) -> None:
    """It floats above the table for a moment."""
    page = visit(size="phone")
    link = player.make(page, "junior", 2)
    page.goto(link)
    player.start(page)
    watcher = visit(path(link), name="Mia")
    watcher.get_by_role("button", name="Mitspielen").click()
    watcher.get_by_role("button", name="Verlauf").click()
    stop_clock(page)
    watcher.get_by_role("button", name="Hallo").first.click()
    expect(page.locator(".notes")).to_contain_text("Mia: ")
