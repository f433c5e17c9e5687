"""Tables that last for days on the page: how to make one, the bell, and the notice on a closed page."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import CDPSession, Page, expect

import player
from browser import Visit, receive_until
from waiting import block_until

pytestmark = pytest.mark.full

DEVICE = """() => {
    let made = null
    PushManager.prototype.getSubscription = async () => made
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => made = {
        endpoint: 'https://push.example/device',
        options: {},
        toJSON: () => ({ keys: { p256dh: 'B' + 'A'.repeat(86), auth: 'A'.repeat(22) }, applicationServerKey }),
        unsubscribe: async () => { made = null; return true },
    }
}"""
"""A push service as the page sees it: a browser without a network has none."""

DAYS_3_SECONDS = 3 * 24 * 3600

SHOWN = """navigator.serviceWorker.ready
    .then(worker => worker.getNotifications())
    .then(([notice]) => notice && [notice.title, notice.body, notice.tag, notice.data])"""


def make_lasting_table(page: Page) -> None:
    """Make a table that lasts for days, as a person does."""
    page.get_by_role("button", name="Familie einladen").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("checkbox", name="Fernpartie").check()
    dialog.get_by_label("Zeit für einen Zug").select_option(label="3 Tage")
    dialog.get_by_role("button", name="Tisch aufstellen").click()
    expect(page.get_by_text("Fernpartie: 3 Tage Zeit für jeden Zug.")).to_be_visible()


def test_a_table_that_lasts_for_days_is_chosen_when_it_is_made(visit: Visit) -> None:
    """The dialog offers it where speed does not decide, and the table says how much time a turn has."""
    page = visit(size="phone")
    with page.expect_request(lambda asked: asked.method == "POST") as asked:
        make_lasting_table(page)
    settings = json.loads(asked.value.post_data or "")["settings"]
    assert (settings["pace"], settings["turn_seconds"]) == ("days", 3 * 24 * 3600)


def test_a_game_of_speed_cannot_last_for_days(visit: Visit) -> None:
    """Where people call, everybody must be there."""
    page = visit()
    page.get_by_role("button", name="Familie einladen").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("checkbox", name="Fernpartie")).to_be_visible()
    dialog.locator("select").first.select_option("schnipp-schnapp")
    expect(dialog.get_by_role("checkbox", name="Fernpartie")).to_have_count(0)


def test_the_bell_asks_only_when_it_is_tapped(visit: Visit) -> None:
    """Nothing is asked of the browser before the tap; then the server knows the device, until the next tap."""
    pytest.importorskip("cryptography")
    page = visit(size="phone")
    page.add_init_script(f"({DEVICE})()")
    page.add_init_script(
        "window.asked = 0; Notification.requestPermission = async () => { window.asked++; return 'granted' }"
    )
    page.reload()
    make_lasting_table(page)
    bell = page.get_by_role("button", name="Sag mir Bescheid")
    expect(bell).to_be_visible()
    assert page.evaluate("window.asked") == 0
    with page.expect_response("**/api/push") as answer:
        bell.click()
    assert answer.value.status == 204
    on = page.get_by_role("button", name="Benachrichtigungen sind an")
    expect(on).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("window.asked") == 1
    with page.expect_response("**/api/push") as answer:
        on.click()
    assert (answer.value.request.method, answer.value.status) == ("DELETE", 204)
    expect(bell).to_have_attribute("aria-pressed", "false")


def test_an_iphone_is_told_how_to_get_notices(visit: Visit) -> None:
    """Safari sends notices only to pages on the home screen: the bell says how to put it there."""
    pytest.importorskip("cryptography")
    page = visit(size="phone")
    page.add_init_script(
        "delete window.PushManager; Object.defineProperty(navigator, 'userAgent', { value: 'iPhone Safari' })"
    )
    page.reload()
    make_lasting_table(page)
    page.get_by_role("button", name="Sag mir Bescheid").click()
    expect(page.get_by_text("Zum Home-Bildschirm")).to_be_visible()


def test_the_time_left_is_shown(visit: Visit) -> None:
    """While somebody is on turn, the table says how much time is left, and so does the home page."""
    page = visit(size="phone", known=True, noise="401")  # nobody yet
    page.goto(player.make(page, "hoechste-karte", 2, pace="days", turn_seconds=DAYS_3_SECONDS))
    page.locator(".lobby .button.main").click()
    expect(page.locator(".notice .left")).to_have_text(re.compile("^noch (3 Tage|2 Tage 23 Std.)$"))
    page.get_by_role("link", name="Reihum").click()
    expect(page.locator("[data-table] .left")).to_have_text(re.compile("^noch (3 Tage|2 Tage 23 Std.)$"))


def test_a_notice_is_shown_in_the_readers_language(visit: Visit, site: str) -> None:
    """The worker makes the text from the kept texts; the notice itself holds only a kind and the id of a table."""
    page = visit()
    page.context.grant_permissions(["notifications"], origin=site)
    block_until(lambda: page.evaluate("caches.open('reihum-known').then(c => c.match('api/texts/de')).then(Boolean)"))
    session = page.context.new_cdp_session(page)
    registration = find_registration(page, session)
    data = json.dumps({"kind": "your-turn", "place": "t-example", "language": "de"})
    message = {"origin": site, "registrationId": registration, "data": data}

    def deliver() -> bool:  # again and again: the browser drops what comes before the worker is active
        session.send("ServiceWorker.deliverPushMessage", message)
        return bool(page.evaluate(SHOWN))

    block_until(deliver)
    shown = page.evaluate(SHOWN)
    assert shown == ["Du bist dran", "Der Tisch wartet auf deinen Zug.", "t-example", "t-example"]


def find_registration(page: Page, session: CDPSession) -> str:
    """The browser's id of the page's worker."""
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(each["registrationId"] for each in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    receive_until(page, lambda: bool(found))
    return found[-1]
