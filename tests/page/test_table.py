"""People at a table: together, at one device, looking on; and what happens when a move does not go."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

import player
from browser import Visit, receive_until, wait_until_still
from waiting import block_until

pytestmark = pytest.mark.full

SMALL = {"edition": "40"}

ON_TURN = ".table[data-busy=false] .mat.acts[data-seat='0']"


def sheet(page: Page) -> list[str]:
    """The figures of the score sheet on the screen."""
    return page.locator(".end tbody td, .end tfoot td").all_inner_texts()


def test_two_people_and_two_bots(visit: Visit) -> None:
    """A match of two rounds in two browsers: one comes by the link, and both have the same sheet at the end."""
    host = visit(size="desktop")
    host.goto(player.make(host, "classic", 4, fill="", rounds=2, options=SMALL))
    link = host.get_by_label("Wer diesen Link öffnet").input_value()
    guest = visit(link.split("/", 3)[3], size="phone", name="Tessa")
    player.come(guest)
    expect(host.locator(".lobby")).to_contain_text("Tessa")
    host.get_by_role("button", name="Austeilen – 2").click()
    for dealt in (1, 2):
        expect(guest.locator(".table")).to_be_visible()
        player.begin(guest, seed=dealt)
        player.play(host, seed=dealt + 10)
        player.finish(guest)
        expect(host.locator(".end tbody tr")).to_have_count(dealt)
        assert sheet(host) == sheet(guest)
        assert len(sheet(host)) == 4 * (dealt + 1)
        if dealt == 1:
            guest.get_by_role("button", name="Nächste Runde").click()
            for page in (host, guest):
                expect(page.locator(".end")).to_have_count(0)
    expect(host.locator(".end h2")).to_contain_text("die Partie")
    assert [line.split(" ")[0] for line in host.locator(".end thead .name").all_inner_texts()][:2] == ["Paul", "Tessa"]


def test_a_table_waits_for_the_words_of_its_game(visit: Visit) -> None:
    """As long as they are on their way the page says that it loads: it never shows the words of programs."""
    page = visit(worker=False)
    page.goto(player.make(page, "zweikampf", 2))
    player.start(page)
    held: list[Route] = []
    page.route("**/api/games?*", lambda route: held.append(route))  # noqa: PLW0108 - Playwright wants a function of ours
    page.reload()
    receive_until(page, lambda: bool(held))
    expect(page.get_by_text("Einen Augenblick")).to_be_visible()
    expect(page.locator(".table, .lobby")).to_have_count(0)
    held.pop().continue_()
    expect(page.get_by_role("button", name="Aufdecken")).to_be_visible()


def test_what_the_host_refuses_is_shown(visit: Visit) -> None:
    """A move that does not go stands nowhere but above the hand, with the reason; then the right one can be made."""
    page = visit(manual=True)
    wrong: list[str] = []

    def meddle(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def send(message: str | bytes) -> None:
            text = str(message)
            server.send(re.sub(r'"lay \w+"', f'"{wrong.pop()}"', text) if wrong and '"lay ' in text else text)

        route.on_message(send)

    page.route_web_socket("**/ws/tables/**", meddle)
    on_turn(page)
    held = page.locator(".hand .held").count()
    wrong.append("lay R1 R1")
    player.tap(page, player.find_card(page))
    expect(page.locator(".prompt .reason")).not_to_be_empty()
    expect(page.locator(".table")).to_have_attribute("data-busy", "false")
    expect(page.locator(".hand .held")).to_have_count(held)
    player.tap(page, player.find_card(page))
    expect(page.locator(".hand .held")).to_have_count(held - 1)
    expect(page.locator(".prompt .reason")).to_have_count(0)


def test_a_second_tab_has_been_quicker(visit: Visit) -> None:
    """The same seat in two tabs, of which one does not hear for a while: its card has long been laid; it says so."""
    page = visit(manual=True)
    on_turn(page)
    old = page.context.new_page()
    deaf: list[str] = []
    held_back: list[tuple[WebSocketRoute, str]] = []

    def delay(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        server.on_message(lambda message: held_back.append((route, str(message))) if deaf else route.send(message))

    old.route_web_socket("**/ws/tables/**", delay)
    old.goto(page.url)
    expect(old.locator(".hand .playable").first).to_be_visible()
    card = player.find_card(page)
    deaf.append("yes")
    player.tap(page, card)
    expect(page.locator(f".hand [data-card={card}]")).to_have_count(0)
    expect(page.locator(ON_TURN)).to_be_visible()  # what the others do now would take the reason away
    player.tap(old, card)
    receive_until(old, lambda: any('"refused"' in message for _, message in held_back))
    for route, message in held_back:
        route.send(message)
    expect(old.locator(".prompt .reason")).not_to_be_empty()
    expect(old.locator(f".hand [data-card={card}]")).to_have_count(0)


def test_a_card_that_does_not_fit_says_why(visit: Visit) -> None:
    """Tapping it explains, and nothing is laid."""
    page = visit(size="phone", manual=True)
    on_turn(page)
    held = page.locator(".hand .held").count()
    player.tap(page, player.find_card(page, fits=False))
    expect(page.locator(".prompt .reason")).not_to_be_empty()
    expect(page.locator(".hand .held")).to_have_count(held)


def test_what_was_said_of_another_card_is_past(visit: Visit) -> None:
    """Where cards are confirmed, choosing one that fits takes the reason away, and so does taking it back."""
    page = visit(size="phone", confirm=True, manual=True)
    on_turn(page)
    wrong = player.find_card(page, fits=False)
    reason, back = page.locator(".prompt .reason"), page.get_by_role("button", name="Doch nicht")
    player.tap(page, wrong)
    expect(reason).not_to_be_empty()
    player.tap(page, player.find_card(page))
    expect(back).to_be_visible()
    expect(reason).to_have_count(0)
    player.tap(page, wrong)
    expect(reason).not_to_be_empty()
    back.click()
    expect(reason).to_have_count(0)


def on_turn(page: Page) -> None:
    """Sit at a table of classic, on turn, with cards that fit and others."""
    page.goto(player.make(page, "classic", 2))
    player.start(page)
    player.wait_for_turn(page)


def take_turns(page: Page) -> None:
    """Paul and Tessa play a round at one device: between their turns the screen shows no cards, until the next one says
    to be there. Nobody sees a card of the other one."""
    player.start(page)
    taken: dict[str, set[str]] = {}
    for _ in range(4):
        handed = page.locator(".message .button.main")
        expect(page.locator(".hand").or_(handed).first).to_be_visible()
        if handed.count():
            expect(page.locator("[data-card]")).to_have_count(0)
            handed.click()
        expect(page.locator(".hand .held").first).to_be_visible()
        name = page.locator(".bar .mat .name").inner_text()
        cards = page.locator(".hand .held").evaluate_all("held => held.map(card => card.dataset.card)")
        assert not taken.get("Tessa" if name == "Paul" else "Paul", set()) & set(cards)
        taken[name] = set(cards)
        player.play(page, until=".message")
    assert set(taken) == {"Paul", "Tessa"}
    player.play(page)
    expect(page.locator(".end tfoot td")).to_have_count(2)


def test_two_at_one_device(visit: Visit) -> None:
    """They play a round, and hand the device over."""
    page = visit(size="tablet", manual=True)
    page.goto(player.make(page, "classic", 2, fill="", options=SMALL))
    player.seat_another(page, 1, "Tessa")
    expect(page.locator(".lobby")).to_contain_text("Tessa")
    take_turns(page)


def test_somebody_looks_on(visit: Visit) -> None:
    """Who has the link sees the table and what happens there, no hand and no move."""
    page = visit()
    link = player.make(page, "classic", 3, options=SMALL)
    page.goto(link)
    player.start(page)
    player.play(page, most=2)
    other = visit(link.split("/", 3)[3], size="tablet", name="Luca")
    expect(other.get_by_text("Du schaust zu.")).to_be_visible()
    expect(other.get_by_role("group", name="Die Reihen")).to_be_visible()
    expect(other.locator(".table .mat")).to_have_count(3)
    expect(other.locator(".hand, .table button:not(.recap button)")).to_have_count(0)
    player.play(page)
    expect(other.locator("#main")).to_contain_text("gewinnt die Partie")


def drag(page: Page, card: str, x: float, y: float) -> None:
    """Take a card of the hand and pull it somewhere."""
    page.mouse.move(*player.find_grip(page, card))
    page.mouse.down()
    page.mouse.move(x, y, steps=4)
    expect(page.locator(f".hand [data-card={card}]")).to_contain_class("dragging")


def test_a_card_is_dragged_to_its_place(visit: Visit) -> None:
    """Press, pull, let go: it lies there. Let go over the hand it stays."""
    page = visit(manual=True)
    on_turn(page)
    card = page.locator(".hand .playable").first.get_attribute("data-card") or ""
    place = page.locator(f".rows [data-place={card}]").bounding_box()
    assert place
    x, y = player.find_grip(page, card)
    drag(page, card, x + 40, y)
    page.mouse.up()
    expect(page.locator(f".hand [data-card={card}]")).not_to_contain_class("dragging")
    drag(page, card, place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    page.mouse.up()
    expect(page.locator(f".rows .laid[data-place={card}]")).to_be_visible()
    expect(page.locator(f".hand [data-card={card}]")).to_have_count(0)


def test_places_drawn_together_are_offered_only_for_own_cards(visit: Visit) -> None:
    """Drei Anfänge on a phone begins with 10 to 12 of each colour as one place."""
    page = visit(size="phone", manual=True)
    together = page.locator(".rows .many")
    for _ in range(20):
        page.goto(player.make(page, "three-starts", 6))
        player.start(page)
        player.wait_for_turn(page)
        wait_until_still(page)
        if together.count():
            break
    assert together.count()
    offered = page.locator(".rows button").evaluate_all("all => all.map(one => one.closest('.row').ariaLabel)")
    fit = page.locator(".hand .playable").evaluate_all("all => all.map(one => one.dataset.card[0])")
    colours = {"Rot": "R", "Gelb": "Y", "Grün": "G", "Blau": "B"}
    assert {colours[row] for row in offered} == set(fit)


def test_a_late_guest_asks_for_a_seat_by_joining(visit: Visit) -> None:
    """A phone, a running table: a name and one tap ask for a bot's place. The seated person is asked; until then the
    guest is told to wait, without scrolling, and sees no hand."""
    page = visit()
    link = player.make(page, "classic", 4, options=SMALL)
    page.goto(link)
    player.start(page)
    player.play(page, most=1)
    guest = visit(link.split("/", 3)[3], size="phone", name="Luca")
    guest.get_by_role("button", name="Mitspielen").click()
    expect(guest.get_by_text("sonst zur nächsten Runde")).to_be_in_viewport(ratio=1)
    block_until(lambda: guest.evaluate("document.documentElement.scrollHeight <= innerHeight"))
    expect(guest.locator(".hand")).to_have_count(0)
    question = page.get_by_text("Luca möchte den Platz von Tessa übernehmen. Einverstanden?")
    expect(question).to_be_visible()
    page.get_by_role("button", name="Ja, gleich").click()
    expect(guest.locator(".hand .held").first).to_be_visible()
    expect(question).to_have_count(0)


def test_calls_stay_where_they_are(visit: Visit) -> None:
    """On a phone a finger above "Schnapp!" does not find another word there when the turn comes."""
    page = visit(size="phone")
    page.goto(player.make(page, "schnipp-schnapp", 3, call_pause=300))
    player.start(page)
    calls, turn = page.locator(".call"), page.locator(".actions > .button")
    found = []
    for mine in (True, False, True):
        expect(turn).to_have_count(int(mine))
        found.append(
            calls.evaluate_all(
                "all => all.map(one => [one.innerText, one.offsetLeft, one.getBoundingClientRect().top])"
            )
        )
        if mine:
            turn.click()
    assert len(found[0]) == 2
    assert found == [found[0]] * 3


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_card_is_taken_from_the_stock(visit: Visit, size: str) -> None:
    """Farben sammeln: what lies face down can be taken as well as what lies open, by tap and by keyboard."""
    page = visit(size=size)
    page.goto(player.make(page, "farben-sammeln", 2))
    player.start(page)
    stock, held = page.locator("[data-zone=stock] button"), page.locator(".hand .held")
    expect(page.locator("button[data-place]")).to_have_count(5)
    count = held.count()
    for key in ("", "Enter"):
        expect(page.locator(".table[data-busy=false] button[data-place]")).to_have_count(5)
        expect(held).to_have_count(count)
        stock.press(key) if key else stock.click()
        expect(held).to_have_count(count + 1)
        player.tap(page, player.find_card(page))
        page.locator("[data-zone=open] button").first.click()  # the turn ends by itself


def test_a_joker_is_held(visit: Visit) -> None:
    """Master: a joker that is picked asks for its place; another card that fits can be laid instead."""
    page = visit()
    joker, fits = page.locator(".hand .playable[data-card=J]"), page.locator(".hand .playable:not([data-card=J])")
    for _ in range(30):
        page.goto(player.make(page, "master", 2, options={"first": 0}))
        player.start(page)
        player.wait_for_turn(page)
        if joker.count() and fits.count():
            break
    card = fits.first.get_attribute("data-card") or ""
    joker.first.press("Enter")
    expect(page.locator(".hand .picked")).to_have_count(1)
    expect(page.locator(".prompt .now")).to_contain_text("Joker – wohin?")
    player.tap(page, card)
    expect(page.locator(f".rows .laid[data-place={card}]")).to_be_visible()
    expect(page.locator(".prompt .now")).not_to_contain_text("wohin")
