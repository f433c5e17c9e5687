"""Cards with weight, a celebration and sounds: there for people who like them, gone for everybody else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from browser import receive_until
from reihum.client.web import Visitor
from tools.browser import SIZES, WINDOWS, visitor
from tools.fixed_host import FixedHost
from tools.layout import PATIENCE
from tools.stage import Scene, Stage, enter, stage

pytestmark = pytest.mark.full

MAX_CELEBRATION_MILLISECONDS = 1_500
LARGE_PIXELS = 60
"""A name on a television."""

HEAR = """
window.heard = []
const Real = window.AudioContext
window.AudioContext = class extends Real {
    createOscillator() { window.heard.push('tone'); return super.createOscillator() }
    createBufferSource() { window.heard.push('paper'); return super.createBufferSource() }
}
"""
"""Counts what the page lets the browser play."""

PITCHES = """
window.pitches = []
const set = AudioParam.prototype.setValueAtTime
AudioParam.prototype.setValueAtTime = function (value, at) {
    window.pitches.push(Math.round(value))
    return set.call(this, value, at)
}
"""
BELL = 1047
"""The pitch of something good that is decided; no card sounds like it."""

NOTE = """
window.flights = []
window.nods = []
window.longest = 0
const animate = Element.prototype.animate
Element.prototype.animate = function (frames, how) {
    if (this.classList.contains('confetti')) window.longest = Math.max(window.longest, how.duration + (how.delay ?? 0))
    else if (this.classList.contains('flight')) window.flights.push(frames.map(frame => frame.transform))
    else if (this.classList.contains('cell'))
        window.nods.push(`${this.closest('.row').ariaLabel}: ${frames.map(frame => frame.translate)}`)
    return animate.call(this, frames, how)
}
"""
"""Keeps the flights of cards, the nods of rows and the length of the celebration."""


@pytest.fixture(scope="module")
def at() -> Iterator[Stage]:
    """A server whose tables can be played to any position."""
    with stage(FixedHost) as found:
        yield found


@pytest.fixture
def patient(at: Stage) -> Iterator[Stage]:
    """The same server while its bots do not move."""
    at.clock.patience = PATIENCE
    yield at
    at.clock.patience = 1


def open_page(chromium: Browser, scene: Scene, **how: Any) -> Page:
    """The page of a scene's person, with everything noted."""
    given: dict[str, Any] = {"motion": "no-preference", "known": True} | how
    context = visitor(chromium, SIZES["phone"], **given)
    context.add_init_script(HEAR + NOTE)
    enter(context, scene)
    page = context.new_page()
    page.goto(f"{scene.site}/{scene.path}")
    return page


def lay(page: Page) -> None:
    """Lay the first card that fits."""
    fits = page.locator(".table[data-busy=false] .hand .playable").first
    fits.wait_for()
    before = page.locator(".hand [data-card]").count()
    fits.click(position={"x": 12, "y": 14})
    expect(page.locator(".hand [data-card]")).not_to_have_count(before)


def test_a_card_is_carried_and_heard(chromium: Browser, at: Stage) -> None:
    """A laid card is lifted and leans on its way, comes to rest straight, and sounds like paper."""
    page = open_page(chromium, at.table("any-start", pace="relaxed").start().play(0.3))
    lay(page)
    receive_until(page, lambda: page.evaluate("flights.length > 0 && heard.includes('paper')"))
    start, carried, end = page.evaluate("flights[0]")
    assert start.endswith("rotate(0deg)")
    assert end.endswith("rotate(0deg)")
    assert "scale" in carried
    expect(page.locator(".flight")).to_have_count(0)
    page.context.close()


def test_without_motion_and_sound_nothing_moves_and_nothing_is_heard(chromium: Browser, at: Stage) -> None:
    """One switch each in the menu; a device that asks for less motion needs none."""
    page = open_page(chromium, at.table("any-start", pace="relaxed").start().play(0.3))
    page.locator(".burger").click()
    page.get_by_label("Töne").uncheck()
    page.get_by_label("Bewegte Karten").uncheck()
    page.keyboard.press("Escape")
    page.evaluate("heard.length = flights.length = 0")  # what was there before the switches
    lay(page)
    assert page.evaluate("[heard, flights]") == [[], []]
    assert page.evaluate("document.documentElement.dataset.motion") == "none"
    page.context.close()
    page = open_page(chromium, at.table("any-start", pace="relaxed").start().play(0.3), motion="reduce", sound=False)
    lay(page)
    assert page.evaluate("[heard, flights]") == [[], []]
    page.context.close()


def test_a_shared_screen_lets_moments_be_heard(chromium: Browser, at: Stage) -> None:
    """While a trick is shown large on the television, a bell is heard."""
    scene = at.table("hoechste-karte", pace="relaxed").start()
    context = visitor(chromium, SIZES["desktop"], known=True)
    context.add_init_script(PITCHES)
    page = context.new_page()
    page.goto(f"{scene.site}/{scene.path}/tv#{scene.key}")
    page.locator(".table[data-busy=false]").wait_for()
    page.locator("h1").click()  # a browser makes sounds only after a touch
    scene.play(0.3)
    expect(page.locator(".moment")).to_be_visible()
    receive_until(page, lambda: page.evaluate("bell => pitches.includes(bell)", BELL))
    context.close()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_won_round_is_celebrated_once_and_briefly(chromium: Browser, at: Stage, motion: str) -> None:
    """Shapes in the four colours fly for less than a second and a half, and leave nothing behind; not with reduced
    motion."""
    scene = win(at)
    page = open_page(chromium, scene, motion=motion)
    expect(page.locator(".end.mine h2")).to_be_visible()
    if motion == "no-preference":
        receive_until(page, lambda: page.evaluate("longest > 0"))
    expect(page.locator(".confetti")).to_have_count(0)
    longest = page.evaluate("longest")
    assert (0 < longest < MAX_CELEBRATION_MILLISECONDS) if motion == "no-preference" else longest == 0
    page.context.close()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_shared_screen_celebrates_every_winner(chromium: Browser, patient: Stage, motion: Any) -> None:
    """The name is written large enough for a room, and the shapes fly; not with reduced motion."""
    scene = patient.table("junior", seats=3).start().play(0.5)
    context = visitor(chromium, WINDOWS["large"], motion=motion, known=True)
    context.add_init_script(NOTE)
    page = context.new_page()
    page.goto(f"{scene.site}/{scene.path}/tv#{scene.key}")
    page.locator(".table[data-busy=false]").wait_for()
    scene.play(1)
    title = page.locator(".table h2")
    expect(title).to_be_in_viewport(ratio=1)
    assert title.evaluate("title => parseFloat(getComputedStyle(title).fontSize)") >= LARGE_PIXELS
    if motion == "no-preference":
        receive_until(page, lambda: page.evaluate("longest > 0"))
    else:
        assert page.evaluate("longest") == 0
    context.close()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_full_row_nods(chromium: Browser, patient: Stage, motion: str) -> None:
    """Each card of it rises and comes down once, when the last one lies; other rows stay, and all with less motion."""
    scene, complete = patient.table_before("row", "classic", pace="relaxed", options={"edition": "40"})
    page = open_page(chromium, scene, motion=motion, manual=True)
    page.locator(".rows .cell").first.wait_for()
    assert page.evaluate("nods.length") == 0
    complete()
    page.locator(".moment").click(timeout=60_000)
    expect(page.locator(".moment")).to_have_count(0)
    page.locator(".table[data-busy=false]").wait_for()
    if motion == "no-preference":
        receive_until(page, lambda: page.evaluate("nods.length > 0"))
        assert len({*page.evaluate("nods")}) == 1
    else:
        assert page.evaluate("nods.length") == 0
    page.context.close()


@pytest.mark.parametrize(("won", "notes"), [(True, {784, 1319}), (False, {784})])
def test_the_end_of_a_round_is_heard(chromium: Browser, at: Stage, won: bool, notes: set[int]) -> None:
    """One bell; three different ones for the person who has won."""
    maker = Visitor(at.address)  # each table of the same maker is dealt differently
    for _ in range(10):
        scene = at.table("junior", seats=2, by=maker).start().play(0.3)
        context = visitor(chromium, SIZES["phone"], known=True, manual=True)
        context.add_init_script(PITCHES)
        enter(context, scene)
        page = context.new_page()
        page.goto(f"{scene.site}/{scene.path}")
        page.locator(".table[data-busy=false]").wait_for()
        page.locator(".table").click(position={"x": 1, "y": 1})  # a browser makes sounds only after a touch
        scene.play(1)
        expect(page.locator(".end h2")).to_be_visible()
        receive_until(page, lambda page=page: page.evaluate("pitches.includes(784)"))  # type: ignore[misc]
        heard = {784, 1319} & {*page.evaluate("pitches")}
        context.close()
        if scene.won == won:
            break
    assert (scene.won, heard) == (won, notes)


def test_what_can_be_tapped_glows(chromium: Browser, at: Stage) -> None:
    """My pile has a dashed ring and a bright edge while I may turn a card; another player's pile has none."""
    page = open_page(chromium, at.table("zweikampf", pace="relaxed").start())
    pile = page.locator(".stack.ready .cards")
    expect(pile).to_have_count(1)
    look = "pile => [getComputedStyle(pile).outlineStyle, getComputedStyle(pile).boxShadow]"
    ring, edge = pile.evaluate(look)
    assert ring == "dashed"
    assert edge != "none"
    others = page.locator(".stack:not(.ready) .cards")
    assert others.count()
    assert all(one.evaluate(look)[0] != "dashed" for one in others.all())
    page.context.close()


def test_the_title_says_whose_turn_it_is(chromium: Browser, patient: Stage) -> None:
    """A dot before the name of the game while I must act, and none when the round is over."""
    scene = patient.table("any-start", pace="relaxed").start().play(0.3)
    page = open_page(chromium, scene, manual=True)
    expect(page).to_have_title(re.compile("^● "))
    scene.play(1)
    expect(page.locator(".end h2")).to_be_visible()
    expect(page).to_have_title(re.compile("^[^●]+$"))
    page.context.close()


def win(at: Stage) -> Scene:
    """A round that the person has won."""
    for _ in range(20):
        scene = at.table("junior", seats=2).start().play(1)
        if scene.won:
            return scene
    raise AssertionError("nobody wins")
