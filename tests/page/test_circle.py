"""A circle: the same people over many evenings."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

import player
from browser import Visit, receive_until

pytestmark = pytest.mark.full


def test_the_score_book(visit: Visit) -> None:
    """Founded at home, joined by its link; what is played at its tables is in its book."""
    page = visit(size="phone")
    page.get_by_role("button", name="Spielkreis gründen").click()
    expect(page.get_by_role("heading", name="Punktebuch")).to_be_visible()
    address = page.url
    link = page.get_by_label("Wer diesen Link öffnet").input_value()
    guest = visit(link.split("/", 3)[3], name="Tessa")
    guest.get_by_role("button", name="Mitspielen").click()
    expect(guest.get_by_role("rowheader", name="Paul").first).to_be_visible()

    circle = address.split("/c/")[1].split("#")[0]
    page.goto(player.make(page, "hoechste-karte", 2, circle=circle, rounds=1))
    player.start(page)
    player.play(page)
    page.goto(address)
    expect(page.get_by_role("row", name="Paul 1")).to_be_visible()
    expect(page.get_by_role("rowheader", name="Tessa").first).to_be_visible()
    expect(page.locator("article")).to_contain_text("1. ")
    page.get_by_role("link", name="Die höchste Karte").first.click()
    expect(page.get_by_role("heading", name="Noch einmal von vorn")).to_be_visible()


def test_a_guest_is_offered_the_circle(visit: Visit) -> None:
    """After a match at a table of the circle a guest joins it with one tap; the whole end fits the phone."""
    page = visit()
    page.get_by_role("button", name="Spielkreis gründen").click()
    expect(page.get_by_role("heading", name="Punktebuch")).to_be_visible()
    circle = page.url.split("/c/")[1].split("#")[0]
    link = player.make(page, "hoechste-karte", 2, fill="", circle=circle, rounds=1)
    page.goto(link)
    guest = visit(link.split("/", 3)[3], size="phone", name="Tessa")
    player.come(guest)
    player.start(page)
    player.begin(guest)
    player.play(page)
    player.finish(guest)
    expect(page.get_by_role("link", name="Punktebuch")).to_be_visible()
    expect(guest.locator(".end")).to_be_in_viewport(ratio=1)
    guest.get_by_role("button", name="Zum Spielkreis dazukommen").click()
    expect(guest.get_by_role("row", name="Tessa 1")).to_be_visible()


def test_a_press_is_not_lost_while_a_name_is_saved(visit: Visit) -> None:
    """The answer comes between the press and the release of a button: the button is still below the finger."""
    page = visit(worker=False)
    held: list[Route] = []
    page.route("**/name", lambda route: held.append(route))  # noqa: PLW0108 - Playwright wants a function of ours
    page.get_by_role("button", name="Spielkreis gründen").click()
    page.get_by_label("Name des Spielkreises").fill("Sonntags um vier")
    page.get_by_role("button", name="Speichern").click()
    page.get_by_role("button", name="Regeln für ein Spiel festlegen").hover()
    page.mouse.down()
    receive_until(page, lambda: bool(held))
    held.pop().continue_()
    expect(page.get_by_role("heading", name="Sonntags um vier")).to_be_visible()
    page.mouse.up()
    expect(page.get_by_role("dialog").locator("select").first).to_be_visible()
    page.keyboard.press("Escape")

    page.get_by_role("button", name="Name ändern").click()
    page.get_by_label("Name eurer Regeln").fill("Wie bei Oma")
    page.get_by_role("button", name="Speichern").click()
    page.get_by_role("button", name="Regeln für ein Spiel festlegen").hover()
    page.mouse.down()
    receive_until(page, lambda: bool(held))
    held.pop().continue_()
    expect(page.get_by_role("heading", name="Wie bei Oma")).to_be_visible()
    page.mouse.up()
    expect(page.get_by_role("dialog").locator("select").first).to_be_visible()


def test_house_rules_wait_for_the_games(visit: Visit) -> None:
    """As long as the page does not know the games, it offers no rules for them."""
    page = visit(worker=False)
    held: list[Route] = []
    page.route("**/api/games?*", lambda route: held.append(route))  # noqa: PLW0108 - Playwright wants a function of ours
    page.reload()
    page.get_by_role("button", name="Spielkreis gründen").click()
    rules = page.get_by_role("button", name="Regeln für ein Spiel festlegen")
    expect(rules).to_be_disabled()
    held.pop().continue_()
    rules.click()
    expect(page.get_by_role("dialog").locator("select").first).to_be_visible()


def test_a_table_of_the_circle(visit: Visit) -> None:
    """Made from its page, it stands on its page and at home."""
    page = visit()
    page.get_by_role("button", name="Spielkreis gründen").click()
    expect(page.get_by_role("heading", name="Punktebuch")).to_be_visible()
    page.get_by_role("button", name="Neuer Tisch", exact=True).click()
    page.get_by_role("button", name="Tisch aufstellen").click()
    expect(page.locator(".lobby")).to_be_visible()
    page.go_back()
    expect(page.locator("section", has_text="Tische").get_by_role("listitem")).to_have_count(1)
    page.get_by_role("link", name="Reihum").click()
    expect(page.get_by_role("link", name="Unser Spielkreis")).to_be_visible()


def test_the_page_follows_the_others(visit: Visit) -> None:
    """Two people look at their circle: a new name, a new member and a result come to the other one by themselves."""
    page = visit()
    page.get_by_role("button", name="Spielkreis gründen").click()
    expect(page.get_by_role("heading", name="Punktebuch")).to_be_visible()
    link = page.get_by_label("Wer diesen Link öffnet").input_value()
    guest = visit(link.split("/", 3)[3], name="Tessa", size="phone")
    guest.get_by_role("button", name="Mitspielen").click()
    expect(page.get_by_role("row", name="Tessa 0 0")).to_be_visible()
    page.get_by_role("button", name="Speichern").click()

    guest.get_by_role("button", name="Umbenennen").click()
    guest.get_by_label("Name des Spielkreises").fill("Sonntags um vier")
    guest.get_by_role("button", name="Speichern").click()
    expect(guest.get_by_role("heading", name="Sonntags um vier")).to_be_visible()
    expect(page.get_by_role("heading", name="Sonntags um vier")).to_be_visible()

    circle = link.split("/c/")[1].split("#")[0]
    third = page.context.new_page()
    third.goto(player.make(page, "hoechste-karte", 2, circle=circle, rounds=1))
    player.start(third)
    player.play(third)
    picture = guest.get_by_role("img", name="Die letzten Abende")
    expect(picture.locator(".field")).to_have_count(1)
    expect(guest.get_by_text("(Bot, ")).to_be_visible()
    assert guest.evaluate("document.documentElement.scrollWidth <= innerWidth")

    guest.get_by_role("button", name="Den Spielkreis verlassen").click()
    guest.get_by_role("button", name="Verlassen", exact=True).click()
    expect(guest.locator(".games li").first).to_be_visible()
    expect(page.get_by_role("rowheader", name="Tessa")).to_have_count(0)
