"""Two devices without a server: one deals, the other comes by a code that a camera could have read."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

import player
from page.test_site import Open, open_site  # noqa: F401  # a fixture
from reihum.matches import verify
from static_site import ask, go, make_table

pytestmark = pytest.mark.soak


def read_link(page: Page, label: str) -> str:
    """The link that a page shows for another device."""
    field = page.get_by_label(label)
    expect(field).to_have_value(re.compile("nearby#"))
    return field.input_value()


def test_a_second_device_plays_at_the_table(open_site: Open) -> None:  # noqa: F811
    """The guest answers an invitation, sits down, and both play a whole round; a wrong answer is refused."""
    host, guest = open_site(), open_site()
    for page in (host, guest):
        page.context.set_offline(False)  # it would cut the connection between the two as well
    path = make_table(host, "hoechste-karte", 3, rounds=1)
    go(host, path)
    host.get_by_text("Ein zweites Gerät dazuholen").click()
    host.get_by_role("button", name="Gerät einladen").click()
    expect(host.get_by_role("img", name="Der Link als Bild")).to_be_visible()
    guest.goto(read_link(host, "Das andere Gerät öffnet diesen Link"))
    answer = read_link(guest, "Deine Antwort")
    host.get_by_label("Antwort des anderen Geräts").fill("nonsense")
    host.get_by_role("button", name="Verbinden").click()
    expect(host.get_by_role("alert")).to_contain_text("kein Code")
    host.get_by_label("Antwort des anderen Geräts").fill(answer)
    host.get_by_role("button", name="Verbinden").click()
    expect(host.get_by_text("Verbundene Geräte: 1")).to_be_visible()
    guest.get_by_role("button", name="Mitspielen").click()
    expect(guest.get_by_text("Willkommen")).to_be_visible()
    player.start(host)
    for page in (host, guest):
        player.begin(page)
    for page in (host, guest):
        player.finish(page)
    sheets = [page.locator(".end li").all_text_contents() for page in (host, guest)]
    assert sheets[0] == sheets[1] != []
    assert verify(ask(host, "GET", f"api/{path.replace('t/', 'tables/')}/record")).outcome is not None
