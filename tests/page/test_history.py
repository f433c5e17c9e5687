"""What the house remembers: my tables at home, my finished matches, and results to share."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

import player
from browser import Visit

pytestmark = pytest.mark.full

PNG = b"\x89PNG\r\n\x1a\n"


def finish(page: Page, game: str = "hoechste-karte", seats: int = 2) -> str:
    """Play a match of one round to its end; the id of its table."""
    page.goto(player.make(page, game, seats, rounds=1))
    player.start(page)
    player.play(page)
    return str(re.search(r"/t/([^#?/]+)", page.url)[1])  # type: ignore[index]


def test_my_finished_matches(visit: Visit) -> None:
    """They stand in my history with result, bots by name and level, replay and review; a stranger has none of them."""
    page = visit(size="phone", known=True, noise="401")
    table = finish(page)
    page.goto(page.evaluate("document.baseURI"))
    expect(page.locator(".games li").first).to_be_visible()
    expect(page.locator(f"[data-table={table}]")).to_have_count(0)  # it is over
    page.get_by_role("link", name="Meine Partien").click()
    match = page.locator(f"[data-table={table}]")
    expect(match).to_contain_text("Die höchste Karte")
    expect(match).to_contain_text("Paul")
    expect(match).to_contain_text("(Bot, ")
    expect(match.locator("ol li")).to_have_count(2)
    expect(match.get_by_role("link", name="Mit Profiaugen")).to_be_visible()
    match.get_by_role("link", name="Rückblick").click()
    expect(page.get_by_text("Zug 0 von")).to_be_visible()
    page.go_back()
    page.get_by_role("link", name="Mit Profiaugen").click()
    review = page.get_by_role("region", name="Mit Profiaugen")
    expect(review.locator(".here, progress, [role=alert]").first).to_be_attached()
    expect(review.get_by_role("button", name="Meine Züge ansehen")).to_have_count(0)  # it has begun
    other = visit("history")
    expect(other.get_by_text("Hier stehen deine Partien")).to_be_visible()


def test_the_history_of_one_game(visit: Visit) -> None:
    """The filter shows the matches of the chosen game only."""
    page = visit(known=True, noise="401")
    table, other = finish(page), finish(page, "zweikampf")
    page.goto(page.evaluate("document.baseURI") + "history")
    expect(page.locator("[data-table]")).to_have_count(2)
    page.get_by_label("Spiel").select_option("zweikampf")
    expect(page.locator(f"[data-table={table}]")).to_have_count(0)
    expect(page.locator(f"[data-table={other}]")).to_be_visible()


def test_more_than_a_page(visit: Visit) -> None:
    """The next page comes when it is asked for."""
    page = visit(known=True, noise="401", worker=False)

    def answer(after: str) -> dict[str, object]:
        one = {"game": "classic", "seats": ["Paul", ""], "over": True, "places": [1, 2], "points": [3, 1], "yours": [0]}
        listed = [one | {"table": f"t-{after}{number}", "changed": 1_800_000_000_000} for number in range(20)]
        return {"tables": listed, "next": "" if after else "1-t"}

    def serve(route: object) -> None:
        after = route.request.url.partition("after=")[2]  # type: ignore[attr-defined]
        route.fulfill(json=answer(after))  # type: ignore[attr-defined]

    page.route("**/api/history?*", serve)
    page.goto(page.evaluate("document.baseURI") + "history")
    expect(page.locator("[data-table]")).to_have_count(20)
    expect(page.locator("[data-table=t-0]")).to_have_count(1)
    page.get_by_role("button", name="Mehr zeigen").click()
    expect(page.locator("[data-table]")).to_have_count(40)
    expect(page.locator("[data-table=t-0], [data-table='t-1-t0']")).to_have_count(2)  # the first page stays
    expect(page.get_by_role("button", name="Mehr zeigen")).to_have_count(0)


def test_my_results_in_numbers(visit: Visit) -> None:
    """A finished match is counted; the picture of the last ones says what it shows; the filter chooses a game."""
    page = visit(size="phone", known=True, noise="401")
    table = finish(page)
    page.goto(page.evaluate("document.baseURI") + "history")
    place = re.search(r"Platz \d von 2|Gewonnen", page.locator(f"[data-table={table}] .head").text_content() or "")
    assert place is not None
    counted = page.get_by_role("region", name="In Zahlen").locator("[data-statistics=hoechste-karte]")
    expect(counted.locator("dl")).to_contain_text("gespielt1")
    expect(counted.locator("dl")).to_contain_text(f"gewonnen{int(place[0] == 'Gewonnen')}")
    picture = counted.get_by_role("img", name=re.compile(r"Die letzten Partien, die neueste rechts: Platz [12] von 2$"))
    expect(picture.locator("rect")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_label("Spiel").select_option("zweikampf")
    expect(page.get_by_role("region", name="In Zahlen")).to_have_count(0)


def test_many_games_in_numbers(visit: Visit) -> None:
    """The games played most come first; a button shows the others, by keyboard too; a bar is as high as its place."""
    page = visit("history", size="desktop", known=True, noise="401", worker=False)

    def count(game: str, places: list[int]) -> dict[str, object]:
        last = [{"place": place, "seats": 3} for place in places]
        return {"game": game, "played": 9, "won": 2, "streak": 2, "place": 1.75, "last": last}

    games = ["classic", "junior", "master", "ratefix", "quartett"]
    answer = {"games": [count(game, [1, 3, 2, 1]) for game in games]}
    page.route("**/api/statistics", lambda route: route.fulfill(json=answer))
    page.reload()
    panels = page.locator("[data-statistics]")
    expect(panels).to_have_count(3)
    expect(panels.first).to_contain_text("1,8")
    heights = panels.first.locator("rect").evaluate_all("bars => bars.map((bar) => bar.getBBox().height)")
    assert heights[0] == heights[3] > heights[2] > heights[1] > 0
    expect(panels.first.locator(".won")).to_have_count(2)
    page.get_by_role("button", name=re.compile("5")).press("Enter")
    expect(panels).to_have_count(5)


def test_whose_turn_it_is_at_home(visit: Visit) -> None:
    """Two people at a table: home says to one that it is their turn, and to the other whose turn it is."""
    page, guest = visit(name="Mia", known=True, noise="401"), visit(name="Ben", known=True, noise="401")
    link = player.make(page, "junior", 2, fill="")
    table, key = link.split("/t/")[1].split("#")
    joining = f"{page.evaluate('document.baseURI')}api/tables/{table}/join"
    assert guest.context.request.post(joining, data={"name": "Ben", "key": key, "sit": True}).ok
    page.goto(link)
    page.locator(".lobby .button.main").click()
    expect(page.locator(".table")).to_be_visible()
    home = str(page.evaluate("document.baseURI"))
    for someone in (page, guest):
        someone.goto(home)
    told = [someone.locator(f"[data-table={table}]") for someone in (page, guest)]
    for line in told:
        expect(line).to_contain_text("dran")
    first = 0 if "Du bist dran" in (told[0].text_content() or "") else 1
    expect(told[first]).to_contain_text("Du bist dran")
    expect(told[1 - first]).to_contain_text("ist dran")
    expect(told[1 - first]).not_to_contain_text("Du bist dran")
    expect(told[0]).to_contain_text("mit Ben")


def test_letting_an_old_table_go(visit: Visit) -> None:
    """Home asks once; then the table is on no list of mine."""
    page = visit(size="phone", known=True, noise="401")
    for _ in range(2):
        page.goto(player.make(page, "junior", 3))
        player.start(page)
    page.goto(page.evaluate("document.baseURI"))
    tables = page.locator("[data-table]")
    expect(tables).to_have_count(2)
    expect(tables.first).to_contain_text("Tessa und Luca (Bots, ")
    gone = str(tables.first.get_attribute("data-table"))
    tables.first.get_by_role("button", name="Tisch weglegen").click()
    page.get_by_role("button", name="Doch nicht").click()
    expect(tables).to_have_count(2)
    tables.first.get_by_role("button", name="Tisch weglegen").click()
    page.get_by_role("button", name="Weglegen", exact=True).click()
    expect(tables).to_have_count(1)
    page.reload()
    expect(tables).to_have_count(1)
    assert tables.first.get_attribute("data-table") != gone


def test_a_result_as_text_and_as_picture(visit: Visit) -> None:
    """From the end of a match: the text has places and points, the picture is a PNG that the browser has drawn."""
    page = visit(size="phone", known=True, noise="401")
    finish(page)
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text }")
    page.get_by_role("button", name="Ergebnis teilen").click()
    picture = page.locator("canvas[data-drawn=true]")
    expect(picture).to_be_visible()
    page.get_by_role("button", name="Text kopieren").click()
    expect(page.get_by_role("button", name="Kopiert!")).to_be_visible()
    first, *lines, last = str(page.evaluate("window.copied")).split("\n")
    assert first.startswith("Die höchste Karte gewinnt · ")
    assert lines[0].startswith("1. ")
    assert any("Paul" in line for line in lines)
    assert last == "Gespielt mit Reihum"
    with page.expect_download() as download:
        page.get_by_role("button", name="Bild speichern").click()
    assert download.value.suggested_filename == "reihum.png"
    assert download.value.path().read_bytes().startswith(PNG)
    colours = picture.evaluate(
        """canvas => {
          const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
          return new Set(new Uint32Array(data.buffer)).size
        }"""
    )
    assert colours > 20  # paper, ink, the four colours, and their edges
