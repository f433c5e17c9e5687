"""The stage: every moment that a game declares is shown large for its time, and a tap goes on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import cycle
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser, Page, Route, expect

import player
from browser import PAINT_MILLISECONDS, Visit, stop_clock
from reihum.cards import Randomness
from reihum.engine import State
from reihum.games.registry import GAMES
from reihum.protocol.replays import Replay, ReplayStep
from reihum.tables.seats import Seat
from reihum.tables.settings import STAGE_MS
from reihum.testing import random_play
from tools.browser import WINDOWS, visitor
from tools.fixed_host import FixedHost
from tools.layout import PATIENCE
from tools.stage import Stage, enter, stage

MOMENTS = [(game, kind) for game, facts in GAMES.items() for kind in facts.moments]
NAMES = ("Magdalena", "Paul", "Johannes", "Mia")
SMALLEST = {"desktop": (96, 24), "phone": (72, 20), "sideways": (56, 20), "large": (160, 32)}
"""The width of the cards and the size of the result at each size, in pixels."""


def spread_over_sizes() -> Iterator[object]:
    """``make test-all`` runs one moment of each game at two sizes, which alternate; ``make soak`` runs the rest."""
    turn = cycle([("phone", "large"), ("sideways", "desktop")])
    chosen = {game: next(turn) for game, _ in MOMENTS}
    first = dict(reversed(MOMENTS))
    for game, kind in MOMENTS:
        for size in SMALLEST:
            is_full = first[game] == kind and size in chosen[game]
            yield pytest.param(game, kind, size, marks=pytest.mark.full if is_full else pytest.mark.soak)


SOURCES = Path(__file__).parents[2] / "web" / "src"
LARGE = """stage => {
  const box = element => element.getBoundingClientRect()
  const inside = ({ left, top, right, bottom }) => left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
  const result = stage.querySelector('.result')
  const shown = [...stage.querySelectorAll('[data-card]'), ...stage.querySelectorAll('.result, .who, .said, .off')]
  return {
    cards: [...stage.querySelectorAll('[data-card]')].map((card) => card.dataset.card),
    widths: [...stage.querySelectorAll('[data-card]')].map((card) => box(card).width),
    font: parseFloat(getComputedStyle(result).fontSize),
    result: result.textContent,
    cut: shown.filter((element) => !inside(box(element))).map((element) => element.outerHTML),
  }
}"""


FINISHED = "() => Promise.all(document.getAnimations().map(({ finished }) => finished))"
"""Waits until nothing moves."""

REACHED = """buttons => buttons.length && buttons.every(button => {
  const { x, y, width, height } = button.getBoundingClientRect()
  return button.contains(document.elementFromPoint(x + width / 2, y + height / 2))
})"""
"""Whether there are buttons, and a finger reaches each of them."""


@pytest.fixture(scope="module")
def at() -> Iterator[Stage]:
    """A server whose tables can be played to any position, and whose bots wait."""
    with stage(FixedHost) as running:
        running.clock.patience = PATIENCE
        yield running


@cache
def find_moment(game: str, kind: str) -> tuple[State, State]:
    """The position before a moment and the one after it, in random games."""
    facts = GAMES[game]
    settled = facts.game(min(4, facts.seats[-1]))
    for number in range(50):
        source = f"stage {number}"
        for before, _, _, after in random_play(settled.deal(source), Randomness(source.encode(), "play")):
            if any(event.moment and event.moment.kind == kind for event in after.last):
                return before, after
    raise AssertionError(f"{game} never shows {kind}")


def make_replay(before: State, after: State) -> Replay:
    """A replay of two steps."""
    game = after.game
    return Replay(
        game=game.id,
        options={},
        round=0,
        rounds=1,
        totals=(0,) * game.seats,
        seats=tuple(Seat(person=name, name=name) for name in NAMES[: game.seats]),
        steps=tuple(ReplayStep(shown=state.events(None), view=state.view(None)) for state in (before, after)),
    )


def open_replay(page: Page, game: str, kind: str) -> int:
    """Look at the step before a moment, while time stands still; how many moments come before it in its step."""
    before, after = find_moment(game, kind)
    body = msgspec.json.encode(make_replay(before, after))

    def answer(route: Route) -> None:
        route.fulfill(body=body, content_type="application/json")

    page.route("**/api/tables/*/replay?*", answer)
    page.clock.install(time=0)
    page.goto(f"{page.evaluate('document.baseURI')}t/some-table/replay")
    expect(page.locator(".table")).to_be_visible()
    page.clock.pause_at(10_000_000)
    kinds: list[str] = [event.moment.kind for event in after.last if event.moment]
    return kinds.index(kind)


@pytest.mark.parametrize(("game", "kind", "size"), [*spread_over_sizes()])
def test_every_moment_is_shown_large_for_its_time(visit: Visit, game: str, kind: str, size: str) -> None:
    """The cards and the result are legible; it goes by itself after its time, and with a tap at once."""
    page = visit(size=size, worker=False)
    earlier = open_replay(page, game, kind)
    stage = page.locator(f".moment[data-moment={kind}]")
    page.keyboard.press("ArrowRight")
    page.clock.run_for(earlier * STAGE_MS["normal"])
    expect(stage).to_be_visible()
    large = stage.evaluate(LARGE)
    width, font = SMALLEST[size]
    moments = [event.moment for event in find_moment(game, kind)[1].last if event.moment]
    wanted = [one.card for one in moments[earlier].cards][-8:]
    assert large["cards"] == wanted
    assert all(found >= width for found in large["widths"]), large
    assert large["font"] >= font, large
    assert large["result"]
    assert large["cut"] == []

    page.clock.run_for(STAGE_MS["normal"] - 1)
    expect(stage).to_be_visible()
    page.clock.run_for(1)
    expect(stage.filter(has_text=large["result"])).to_have_count(0)

    page.locator(".moment").or_(page.locator(".table")).first.wait_for()
    page.clock.run_for(20 * STAGE_MS["normal"])
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    shown = page.locator(".moment")
    for _ in moments:
        expect(shown).to_be_visible()
        page.clock.run_for(400)
        shown.click()
    expect(shown).to_have_count(0)
    expect(page.locator(".slide span")).to_contain_text("1")


@pytest.mark.full
def test_the_table_waits_while_a_card_is_on_the_stage(visit: Visit) -> None:
    """Both cards of a duel lie opposite each other; moves wait, a tap goes on, and the winner's card lies on top."""
    page = visit(size="phone")
    page.goto(player.make(page, "zweikampf", 2, pace="quick"))
    player.start(page)
    stop_clock(page)
    page.locator(player.BUTTON).click()
    page.clock.run_for(PAINT_MILLISECONDS)
    stage = page.locator(".moment")
    expect(page.locator(".table")).to_have_attribute("data-busy", "true")
    expect(stage.locator("[data-card]")).to_have_count(2)
    expect(page.get_by_role("status").filter(has_text=stage.locator(".result").inner_text())).to_have_count(1)
    page.clock.run_for(400)
    stage.click()
    expect(stage).to_have_count(0)
    expect(page.locator(player.BUTTON)).to_be_visible()


@pytest.mark.parametrize("hand", ["right", "left"])
@pytest.mark.parametrize(("game", "kind"), [("schlafmuetze", "set"), ("schnipp-schnapp", "call")])
def test_a_moment_leaves_room_for_calls(chromium: Browser, at: Stage, game: str, kind: str, hand: str) -> None:
    """On a small screen that lies on its side, the cards are legible, and everything one can call is beside them."""
    scene, decide = at.table_before(kind, game)
    context = visitor(chromium, WINDOWS["sideways"], known=True, leftHand=hand == "left")
    enter(context, scene)
    page = context.new_page()
    page.goto(f"{scene.site}/{scene.path}")
    page.locator(".table").wait_for()
    stop_clock(page)
    decide()
    moment = page.locator(f".moment[data-moment={kind}]")
    expect(moment).to_be_visible()
    page.evaluate(FINISHED)
    large = moment.evaluate(LARGE)
    assert len(large["cards"]) >= 2
    assert min(large["widths"]) >= SMALLEST["sideways"][0]
    assert large["cut"] == []
    assert page.locator(".dock .calls .button").evaluate_all(REACHED)
    context.close()


def test_page_and_host_agree_on_the_time() -> None:
    """The page shows a moment for as long as the host lets the bots wait; at a table of days they need not wait."""
    source = (SOURCES / "state" / "stage.svelte.ts").read_text(encoding="utf-8")
    (times,) = re.findall(r"STAGE_MILLISECONDS: .*? = \{(.*?)\}", source)
    found = {pace: int(time) for pace, time in re.findall(r"(\w+): (\d+)", times)}
    assert found == STAGE_MS | {"days": STAGE_MS["normal"]}


@pytest.mark.full
@pytest.mark.parametrize("game", ["junior", "farben-sammeln"])
def test_the_end_of_a_round_shows_what_was_left(visit: Visit, game: str) -> None:
    """The winner is named in large type, then everybody's place, cards left and points, and which points win."""
    page = visit(size="desktop")
    page.goto(player.make(page, game, 3, rounds=1))
    player.start(page)
    player.play(page)
    end = page.locator(".end")
    assert end.locator("h2").evaluate("title => parseFloat(getComputedStyle(title).fontSize)") >= 24
    expect(end.locator(".places li")).to_have_count(3)
    lowest = GAMES[game].lowest_wins
    expect(end.locator("caption")).to_contain_text(f"wer am {'wenigsten' if lowest else 'meisten'} hat, gewinnt")
    points = [int(text) for text in end.locator(".places b").all_inner_texts()]
    assert points == sorted(points, reverse=not lowest)
    rows = end.locator(".places li").evaluate_all(
        "rows => rows.map((row) => [...row.querySelectorAll('.small text')].map((text) => Number(text.textContent)))"
    )
    left = [sum(numbers) for numbers in rows]
    assert left == points if lowest else all(left)
