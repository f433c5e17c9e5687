"""A whole evening: two phones and a television, three games, and the circle's book at the end."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

import player
from browser import PAINT_MILLISECONDS, Visit, stop_clock

pytestmark = pytest.mark.full

TELEVISION: ViewportSize = {"width": 1920, "height": 1080}
NOTICE_MILLISECONDS = 8_000
"""The time after which a screen follows to the next table by itself."""


def found_circle(page: Page, name: str) -> None:
    """Begin a circle on the home page."""
    page.get_by_role("button", name="Spielkreis gründen").click()
    page.get_by_label("Name des Spielkreises").fill(name)
    page.get_by_role("button", name="Speichern").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()


def make_table(page: Page, game: str, players: int, **more: str) -> None:
    """On the circle's page, choose a game, the number of players and some of the further options."""
    page.get_by_role("button", name="Neuer Tisch", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("combobox", name="Spiel", exact=True).select_option(label=game)
    dialog.get_by_role("combobox", name="Plätze").select_option(str(players))
    if more:
        dialog.locator("summary", has_text="Hausregeln").click()
        dialog.locator("summary", has_text="Mehr Möglichkeiten").click()
    for label, value in more.items():
        dialog.get_by_role("combobox", name=label).select_option(label=value)
    dialog.get_by_role("button", name="Tisch aufstellen").click()
    expect(page.locator(".lobby")).to_be_visible()


def come_by_link(visit: Visit, link: str, name: str) -> Page:
    """Somebody opens an invitation on a phone, types a name and taps once."""
    page = visit(link.split("/", 3)[3], size="phone", name="")
    expect(page.get_by_role("heading", name="Paul lädt dich ein")).to_be_visible()
    page.get_by_label("Dein Name").fill(name)
    stop_clock(page)  # the welcome does not stay for long
    page.get_by_role("button", name="Mitspielen").click()
    expect(page.get_by_text(f"Willkommen, {name}! Du sitzt auf Platz 2.")).to_be_in_viewport(ratio=1)
    page.clock.resume()
    return page


def open_television(visit: Visit, address: str) -> Page:
    """A large screen."""
    page = visit(address)
    page.set_viewport_size(TELEVISION)
    expect(page.get_by_text("Kommt mit dem Handy an den Tisch")).to_be_visible()
    return page


def expect_table(game: str, *pages: Page) -> None:
    """All of these screens show a table of a game."""
    for page in pages:
        expect(page.locator(".table")).to_have_attribute("data-game", game)


def read_points(page: Page) -> dict[str, str]:
    """The points of everybody at the end of a match."""
    names = page.locator(".table .panel thead .name").all_inner_texts()
    return dict(zip(names, page.locator(".table .panel tfoot td").all_inner_texts(), strict=True))


def test_a_whole_evening(visit: Visit) -> None:
    """A circle plays classic with two bots, then Ratefix, then Zweikampf at one phone; its book has all results."""
    host = visit(size="phone")
    found_circle(host, "Freitagsrunde")
    make_table(host, "Elfer-Klassiker", 4, Ausgabe="Taschenausgabe – 40 Karten, 6 bis 15", Tempo="flott")
    guest = come_by_link(visit, host.locator(".lobby").get_by_label("Wer diesen Link").input_value(), "Ben")
    address = host.get_by_role("link", name="Auf dem großen Bildschirm zeigen").get_attribute("href")
    television = open_television(visit, address or "")
    everywhere = (host, guest, television)
    for seat in (2, 3):
        player.open_seat(host, seat).get_by_role("button", name=player.MIDDLE_LEVEL, exact=True).click()
        expect(host.locator(".lobby ol .seat").nth(seat)).to_contain_text(f"Bot · {player.MIDDLE_LEVEL}")
    expect(television.locator("main .seat", has_text=f"Bot · {player.MIDDLE_LEVEL}")).to_have_count(2)

    player.start(host)
    expect_table("classic", *everywhere)
    expect(television.locator(".table .mat")).to_have_count(4)
    expect(television.locator(".hand, .table .actions button")).to_have_count(0)
    player.begin(guest, seed=2)
    player.play(host)
    player.finish(guest)
    results = {"Elfer-Klassiker": read_points(host)}
    for page in (guest, television):
        expect(page.get_by_role("heading", name="die Partie!")).to_be_in_viewport()
        assert read_points(page) == results["Elfer-Klassiker"]

    for page in (guest, television):
        stop_clock(page)  # they would follow by themselves
    host.get_by_role("button", name="Anderes Spiel").click()
    host.get_by_role("dialog").get_by_role("button", name="Ratefix").click()
    for page in (guest, television):
        expect(page.get_by_role("heading", name="Paul spielt weiter: Ratefix")).to_be_in_viewport(ratio=1)
    guest.get_by_role("button", name="Jetzt mitkommen").click()
    television.clock.run_for(NOTICE_MILLISECONDS)
    for page in (guest, television):
        page.clock.resume()
    expect(guest.locator(".lobby .seat.mine")).to_contain_text("Ben")
    expect(television.locator("main .seat", has_text="Ben")).to_be_visible()

    player.start(host)
    expect_table("ratefix", *everywhere)
    player.begin(guest, seed=2)
    player.begin(host)
    stage = television.locator(".moment[data-moment=nearest]")
    expect(stage.locator("[data-card]")).to_have_count(4)
    expect(stage.locator(".result")).to_be_in_viewport(ratio=1)
    player.finish(host)
    player.finish(guest)
    results["Ratefix"] = read_points(host)
    expect(television.get_by_role("heading", name="die Partie!")).to_be_in_viewport(ratio=1)
    expect(guest.locator(".end").get_by_role("link", name="Startseite")).to_be_visible()
    expect(guest.get_by_role("link", name="Punktebuch")).to_have_count(0)

    host.locator(".end").get_by_role("link", name="Punktebuch").click()
    make_table(host, "Zweikampf", 2)
    player.seat_another(host, 1, "Ben")
    player.start(host)
    expect(host.locator(".prompt .now")).to_contain_text("Paul ist dran.")
    player.play(host, most=1)
    expect(host.locator(".prompt .now")).to_contain_text("Ben ist dran.")  # nothing is secret: no phone is handed over
    stop_clock(host)  # what is decided does not stay for long
    host.locator(player.BUTTON).click()
    host.clock.run_for(PAINT_MILLISECONDS)
    expect(host.locator(".moment [data-card]")).to_have_count(2)
    host.clock.resume()
    player.play(host)
    results["Zweikampf"] = read_points(host)
    assert sorted(results["Zweikampf"]) == ["Ben", "Paul"]

    host.locator(".end").get_by_role("link", name="Punktebuch").click()
    for name in ("Paul", "Ben"):
        expect(host.get_by_role("row", name=re.compile(rf"^{name}\b.* 3 \d"))).to_be_visible()
    for game, points in results.items():
        match = host.get_by_role("listitem").filter(has=host.get_by_role("link", name=game))
        for name in ("Paul", "Ben"):
            expect(match).to_contain_text(f"{name} ({points[name]})")
