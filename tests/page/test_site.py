"""The page without a server: plain files under a sub-path, and after the first visit no network at all."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect

import player
from browser import SIZES
from page.test_accessibility import findings
from page.test_lesson import COMPLETE
from page.test_review import MAX_REVIEW_MILLISECONDS
from page.test_table import SMALL, sheet, take_turns
from reihum.games.registry import GAMES
from reihum.matches import verify
from static_site import (
    KEEP_WORKER,
    KEPT,
    FileHandler,
    ask,
    check_site,
    choose_round,
    go,
    host_site,
    make_table,
    make_table_request,
)
from tools import site as engine
from tools.browser import QUIET, program, visitor, watch
from waiting import END_SECONDS, block_until

pytestmark = pytest.mark.full

Open: TypeAlias = Callable[..., Page]

MAX_ROUND_MILLISECONDS = 120_000
"""A round between bots takes seconds; other programs may use the machine."""


def cut_network(page: Page) -> None:
    """Wait until everything is kept on the device and the engine runs, then cut the network."""
    block_until(lambda: page.evaluate(f"async () => 'engine' in window && await ({KEPT})()"))
    ask(page, "GET", "api/games?language=de")
    page.context.set_offline(True)


@pytest.fixture
def open_site(chromium: Browser, host: str) -> Iterator[Open]:
    """Opens the site as somebody new, waits until it is kept, and cuts the network."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_site(
        *, size: str = "phone", locale: str = "de-DE", noise: str = "", script: str = "", **preferences: Any
    ) -> Page:
        context = visitor(chromium, SIZES[size], locale, **preferences)
        context.add_init_script(f"{KEEP_WORKER};{script}")
        contexts.append(context)
        watch(context, host.removesuffix("/sub"), complaints, noise)
        page = context.new_page()
        page.goto(f"{host}/")
        cut_network(page)
        return page

    yield open_site
    for context in contexts:
        context.close()
    assert complaints == []


def test_a_whole_game_without_network(open_site: Open) -> None:
    """The page is reloaded in the middle of a round: nothing is lost. The record is the proof."""
    page = open_site()
    path = make_table(page, "classic", 3, rounds=1)
    go(page, path)
    player.start(page)
    player.play(page, most=3)
    page.reload()
    expect(page.locator(".table")).to_be_visible()
    player.play(page)
    expect(page.locator(".end h2")).to_be_in_viewport()
    assert verify(ask(page, "GET", f"api/tables/{path.removeprefix('t/')}/record")).outcome is not None


def test_bots_are_those_of_a_server(open_site: Open) -> None:
    """The engine offers the same levels, and plays whole rounds with the bots that follow a net."""
    page = open_site()
    games = json.loads(ask(page, "GET", "api/games?language=de"))["games"]
    assert {game["id"]: tuple(game["levels"]) for game in games} == {
        name: facts.levels for name, facts in GAMES.items()
    }
    for game, level in (("classic", "trained"), ("junior", "trained"), ("master", "expert")):
        request = make_table_request(game, 3, rounds=1) | {"fill": level, "seat": None}
        go(page, f"t/{json.loads(ask(page, 'POST', 'api/tables', request))['table']}")
        player.start(page)
        expect(page.locator(".end h2")).to_be_visible(timeout=MAX_ROUND_MILLISECONDS)


def test_lesson_replay_review_and_verification(open_site: Open, tmp_path: Path) -> None:
    """What the engine knows besides playing. Every step of the lesson is learned."""
    page = open_site()
    go(page, "learn/ratefix")
    page.locator("main .button.main").click()
    lesson = page.get_by_label("Lektion", exact=True)
    expect(lesson).to_have_attribute("data-complete", "false")
    page.get_by_role("button", name="Tempo der Bots").click()
    page.locator("[data-pace=quick]").click()
    player.play(page, until=COMPLETE)
    expect(lesson).to_have_attribute("data-complete", "true")
    path = make_table(page, "classic", 2, rounds=1)
    go(page, path)
    player.start(page)
    player.play(page)
    go(page, f"{path}/replay?from=0")
    expect(page.locator(".stage .table")).to_be_visible()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Aufzeichnung laden").click()
    record = tmp_path / "record.jsonl"
    waiting.value.save_as(record)
    assert verify(record.read_bytes()).outcome is not None
    go(page, "history")
    page.locator("input[type=file]").set_input_files(record)
    expect(page.get_by_text("Alles stimmt: Elfer-Klassiker.")).to_be_visible()
    forged = tmp_path / "forged.jsonl"
    lines = record.read_text().splitlines()
    forged.write_text("\n".join(lines[:5] + lines[6:]))  # somebody has left out a move
    page.locator("input[type=file]").set_input_files(forged)
    expect(page.get_by_text("Das stimmt nicht.")).to_be_visible()
    go(page, f"{path}/replay?from=0&review")
    expect(page.locator(".plot .mark").first).to_be_visible(timeout=MAX_REVIEW_MILLISECONDS)


NOTE_PERSISTENCE = """if (globalThis.StorageManager)
    StorageManager.prototype.persist = async () => (window.persisted = true)"""


def test_somebody_new_is_helped_and_remembered(open_site: Open) -> None:
    """One tap plays, and the browser is asked to keep what is played. An expert gives a hint, which can be followed.
    What somebody prefers is still so after a reload."""
    page = open_site(script=NOTE_PERSISTENCE, manual=True)
    assert page.evaluate("window.persisted ?? false") is False
    page.get_by_role("button", name="Sofort spielen").click()
    player.wait_for_turn(page)
    assert page.evaluate("window.persisted") is True
    page.get_by_role("button", name="Tipp").click()
    expect(page.locator(".prompt")).to_contain_text("Tipp: ", timeout=MAX_REVIEW_MILLISECONDS)
    expect(page.locator(".table .hinted").first).to_be_visible()
    page.get_by_role("button", name="Einstellungen", exact=True).click()
    page.get_by_role("button", name="Dunkel").click()
    page.get_by_label("Große Karten").check()
    page.reload()
    page.get_by_role("button", name="Einstellungen", exact=True).click()
    expect(page.get_by_role("button", name="Dunkel")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_label("Große Karten")).to_be_checked()
    expect(page.locator(".table .hand")).to_be_visible()


def test_two_at_one_device_without_network(open_site: Open) -> None:
    """They hand the device over; before the deal the page says who could look into its memory."""
    page = open_site(size="tablet", manual=True)
    request = make_table_request("classic", 2, options=SMALL) | {"fill": ""}
    go(page, f"t/{json.loads(ask(page, 'POST', 'api/tables', request))['table']}")
    player.seat_another(page, 1, "Tessa")
    page.get_by_text("Ist das Austeilen gerecht?").click()
    expect(page.get_by_text("Ohne Server mischt dein eigenes Gerät.")).to_be_visible()
    take_turns(page)


def test_two_tabs_at_one_table(open_site: Open, host: str) -> None:
    """Both play at the same seat as fast as they can, each with an engine of its own: they end with the same sheet, and
    the record is sound."""
    page = open_site()
    path = make_table(page, "classic", 3, rounds=1)
    go(page, path)
    player.start(page)
    other = page.context.new_page()
    other.goto(f"{host}/{path}")
    expect(other.locator(".table[data-busy=false] .hand")).to_be_visible()
    for number, tab in enumerate((page, other)):
        player.begin(tab, seed=number)
    assert all(player.finish(tab).taps for tab in (page, other))
    assert sheet(page) == sheet(other) != []
    assert verify(ask(page, "GET", f"api/{path.replace('t/', 'tables/')}/record")).outcome is not None


def test_a_record_from_elsewhere_comes_into_the_history(open_site: Open, tmp_path: Path) -> None:
    """One device gives its match as a file, another one takes it: once, with the seat that it chooses, to replay."""
    page = open_site()
    path = make_table(page, "hoechste-karte", 3, rounds=1)
    go(page, path)
    player.start(page)
    player.play(page)
    record = tmp_path / "record.jsonl"
    record.write_text(ask(page, "GET", f"api/{path.replace('t/', 'tables/')}/record"))
    other = open_site()
    go(other, "history")
    for answer in ("Die Partie steht jetzt in deiner Liste.", "Diese Partie hast du schon."):
        other.locator("input[type=file]").set_input_files(record)
        other.get_by_label("Mein Platz in dieser Partie").select_option(value="1")
        other.get_by_role("button", name="In meine Partien aufnehmen").click()
        expect(other.get_by_text(answer)).to_be_visible()
    expect(other.get_by_text("anderswo gespielt, nicht hier ausgeteilt")).to_have_count(1)
    other.reload()
    match = other.locator("[data-table]")
    expect(match).to_have_count(1)
    match.get_by_role("link", name="Rückblick").click()
    expect(other.locator(".stage .table")).to_be_visible()


def test_what_needs_others_offers_a_way_to_a_server(open_site: Open, host: str) -> None:
    """On five pages. An address that cannot be one is refused; any other one is opened."""
    page = open_site()
    screen = f"{make_table(page, 'classic', 3)}/tv"
    address, problem = (
        page.get_by_label("Adresse des Servers"),
        page.get_by_text("Das ist keine Adresse eines Servers."),
    )
    for path in (screen, "t/t-1234567890", "c/c-1234567890", "device", ""):
        go(page, path)
        address.fill("somewhere")
        address.press("Enter")
        expect(problem).to_be_visible()
    server = f"{host.removesuffix('/sub')}/cards"
    page.route(server, lambda route: route.fulfill(body="the server", content_type="text/plain"))
    address.fill(server)
    expect(problem).to_have_count(0)
    page.get_by_role("button", name="Verbinden").click()
    page.wait_for_url(server)
    expect(page.get_by_text("the server")).to_be_visible()


IN_FULL = [("ratefix", "phone"), ("junior", "desktop"), ("schwarzer-peter", "phone")]
"""Three short ones protect every change; the others take minutes."""


@pytest.mark.parametrize(
    ("game", "size"),
    [
        pytest.param(game, size, marks=[] if (game, size) in IN_FULL else [pytest.mark.soak])
        for game in GAMES
        for size in ("phone", "desktop")
    ],
)
def test_every_game_without_network(open_site: Open, game: str, size: str) -> None:
    """One whole game of each, by somebody who sees only the screen."""
    page = open_site(size=size)
    path = make_table(page, game, **choose_round(game))
    go(page, path)
    player.start(page)
    player.play(page)
    assert verify(ask(page, "GET", f"api/{path.replace('t/', 'tables/')}/record")).outcome is not None


@pytest.mark.parametrize(("locale", "words"), [("de-DE", "Sofort"), ("en-GB", "Play now"), ("fr-FR", "Jouer")])
def test_three_languages_without_network(open_site: Open, locale: str, words: str) -> None:
    """Texts and games of every language are kept, and chosen by the browser."""
    page = open_site(locale=locale)
    page.reload()
    expect(page.get_by_role("button", name=words).first).to_be_visible()


@contextmanager
def start_browser(chromium: Browser, folder: Path) -> Iterator[BrowserContext]:
    """A browser that keeps its data in a folder, and ends."""
    context = chromium.browser_type.launch_persistent_context(
        folder, executable_path=program(), args=[*QUIET], locale="de-DE", reduced_motion="reduce"
    )
    context.add_init_script(KEEP_WORKER)
    context.set_default_timeout(60_000)
    yield context
    context.close()


def lay_and_crash(page: Page, address: str) -> Page:
    """Lay a card, and end the process of the tab as soon as the card has left the hand; open a new tab."""
    player.wait_for_turn(page)
    card = player.find_card(page)
    page.locator(f".hand .playable[data-card={card}]").evaluate("held => held.click()")
    expect(page.locator(f".hand [data-card={card}]")).to_have_count(0)
    with pytest.raises(Error, match="crash"):
        page.goto("chrome://crash")
    page.close()
    opened = page.context.new_page()
    opened.goto(address, wait_until="commit")
    expect(opened.locator(".table .hand")).to_be_visible()
    expect(opened.locator(f".hand [data-card={card}]")).to_have_count(0)
    return opened


@pytest.mark.parametrize("game", ["classic", pytest.param("hoechste-karte", marks=pytest.mark.soak)])
def test_many_crashes_lose_nothing_that_was_shown(open_site: Open, host: str, game: str) -> None:
    """The tab ends in the middle of each of three moves, and the match still has a sound record. Nobody can win one of
    these rounds in fewer turns."""
    page = open_site()
    path = make_table(page, game, 3, rounds=1)
    go(page, path)
    player.start(page)
    for _ in range(3):
        page = lay_and_crash(page, f"{host}/{path}")
    player.play(page)
    assert verify(ask(page, "GET", f"api/{path.replace('t/', 'tables/')}/record")).outcome is not None


@pytest.mark.parametrize("size", ["phone", pytest.param("desktop", marks=pytest.mark.soak)])
def test_axe_finds_nothing(open_site: Open, size: str) -> None:
    """On the first page, the rules, in the lobby, at a table before and after the round, and in the history."""
    page = open_site(size=size)
    found = findings(page)
    path = make_table(page, "classic", 3, rounds=1)
    for place in ("rules/classic", "daily", "learn/ratefix", "history", "device", path):
        go(page, place)
        found += findings(page)
    player.start(page)
    player.play(page, most=6)
    found += findings(page)
    player.play(page)
    assert found + findings(page) == []


def test_a_match_goes_on_after_a_restart_of_the_browser(chromium: Browser, host: str, tmp_path: Path) -> None:
    """The first of three rounds is played before, the others after it, in a browser that never has a network."""
    with start_browser(chromium, tmp_path) as context:
        page = context.new_page()
        page.goto(f"{host}/")
        cut_network(page)
        path = make_table(page, "hoechste-karte", 3, rounds=3)
        go(page, path)
        player.start(page)
        player.play(page)
    with start_browser(chromium, tmp_path) as context:
        context.set_offline(True)
        page = context.new_page()
        page.goto(f"{host}/{path}")
        for _ in range(2):
            page.locator(".end .button.main").click()
            expect(page.locator(player.END)).to_have_count(0)
            player.play(page)
        record = ask(page, "GET", f"api/{path.replace('t/', 'tables/')}/record")
    assert verify(record).outcome is not None


def test_a_link_inside_the_page_works_at_the_first_visit(chromium: Browser, host: str) -> None:
    """The host shows 404.html, which leads to the page; query and key stay. Rules need no engine."""
    context = visitor(chromium, SIZES["phone"])
    page = context.new_page()
    page.goto(f"{host}/rules/classic?blocking=take3#end")
    expect(page.get_by_role("heading", name="Elfer-Klassiker")).to_be_visible()
    assert page.url == f"{host}/rules/classic?blocking=take3#end"
    expect(page.locator(".engine")).to_have_count(0)
    context.close()


def test_a_browser_that_is_too_old_says_so(chromium: Browser, host: str) -> None:
    """Nothing that it cannot do looks possible, and the rules can still be read."""
    context = visitor(chromium, SIZES["phone"])
    context.add_init_script("delete globalThis.DecompressionStream")
    page = context.new_page()
    page.goto(host + "/")
    expect(page.get_by_role("alert")).to_contain_text("Dieser Browser ist zu alt")
    expect(page.get_by_role("button", name="Sofort spielen")).to_be_disabled()
    page.get_by_role("link", name="Regeln").first.click()
    expect(page.get_by_role("heading", name="Elfer-Klassiker")).to_be_visible()
    context.close()


class HalfHandler(FileHandler):
    """A web host that sends half of Python, and the other half when it may."""

    may_go_on = Event()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file."""
        if Path(source.name).name.startswith("python-"):
            outputfile.write(source.read(Path(source.name).stat().st_size // 2))
            self.may_go_on.wait(END_SECONDS)
        super().copyfile(source, outputfile)


def test_the_bar_shows_how_much_has_come(chromium: Browser, tmp_path: Path) -> None:
    """In megabytes, above a page that can already be read; it goes when the engine is ready."""
    check_site()
    sizes = {part: file["bytes"] for part, file in json.loads(engine.LIST.read_text())["files"].items()}
    total = sum(sizes.values())
    come = total - sizes["python"] + sizes["python"] // 2
    loaded, all_of_it = (f"{size / 1e6:.1f}".replace(".", ",") for size in (come, total))
    with host_site(tmp_path, HalfHandler) as address:
        context = visitor(chromium, SIZES["phone"])
        page = context.new_page()
        page.goto(f"{address}/")
        expect(page.locator(".engine label")).to_have_text(f"Das Spiel wird geladen: {loaded} von {all_of_it} MB")
        expect(page.get_by_role("progressbar")).to_have_js_property("value", come)
        expect(page.get_by_role("heading", name="Elfer-Klassiker")).to_be_visible()
        HalfHandler.may_go_on.set()
        expect(page.locator(".engine")).to_have_count(0)
        context.close()
