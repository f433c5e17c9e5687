"""The app in a terminal without a window: keys, clicks, reaction times, the end. No test waits for real time."""

from __future__ import annotations

import asyncio
import re
import signal
from collections.abc import Awaitable, Callable
from queue import Empty, SimpleQueue
from typing import Any
from unittest import mock

import pytest
from textual.pilot import Pilot

from fullscreen_player import SIZE, make_session
from reihum.cards import SHAPES
from reihum.cli.fullscreen.app import TableApp
from reihum.cli.fullscreen.fullscreen_session import FullScreenSession
from reihum.cli.prompts import Quit
from reihum.cli.signals import SignalReceived
from reihum.matches.verdicts import CallMade
from waiting import wait_until

NEARLY_GREY = 8
"""The most by which the red, green and blue of a shade of grey differ."""


def wait_without_clock(answers: SimpleQueue[Any], seconds: float | None) -> object:
    """Time that is limited is over at once."""
    if seconds is not None and answers.empty():
        raise Empty
    return answers.get()


def run(app: TableApp, person: Callable[[Pilot[Any]], Awaitable[None]], size: tuple[int, int] = SIZE) -> None:
    """Run the app with somebody in front of it."""

    async def sit() -> None:
        async with app.run_test(size=size) as pilot:
            await person(pilot)
            await wait_until(lambda: app.is_over)

    asyncio.run(sit())


async def wait_for_question(app: TableApp) -> None:
    """Wait until the person may move."""
    await wait_until(lambda: app.controller.question is not None and app.controller.builder.is_live)


async def press_and_wait(session: FullScreenSession, pilot: Pilot[Any]) -> None:
    """Press Enter and wait until the match has changed."""
    before = session.match
    await pilot.press("enter")
    await wait_until(lambda: session.match != before)


def test_a_match_to_its_end() -> None:
    """Keys play a whole match; then the result is on the screen, and quitting leaves no error but the wish to quit."""
    session = make_session("hoechste-karte", seats=2)
    app = TableApp(session, wait=wait_without_clock)

    async def person(pilot: Pilot[Any]) -> None:
        while app.controller.sheet is None:
            await wait_until(lambda: app.controller.sheet is not None or app.controller.builder.is_live)
            if app.controller.sheet is None:
                await press_and_wait(session, pilot)
        assert session.match.outcome is not None
        await pilot.press("q", "q")

    run(app, person)
    assert isinstance(app.error, Quit)


def test_a_click_plays_a_card() -> None:
    """The mouse chooses the card that it points at."""
    session = make_session("hoechste-karte", seats=2)
    app = TableApp(session, wait=wait_without_clock)

    async def person(pilot: Pilot[Any]) -> None:
        await wait_for_question(app)
        await pilot.pause()
        region = app.controller.compose(*SIZE).regions["spot|hand.0|R5"]
        await pilot.click(offset=(region.left + 1, region.top + 1))
        await wait_until(lambda: "R5" not in str(session.view.zones[0]))
        await pilot.press("q", "q")

    run(app, person)
    assert '"lay R5"' in session.recorder.text


def test_reactions_count_from_the_drawn_screen() -> None:
    """The time of a call begins when its card is on the screen, not when the round or the program did."""
    now = [100.0]
    session = make_session("schnipp-schnapp", seats=2)
    app = TableApp(session, clock=lambda: now[0], wait=wait_without_clock)
    made: list[CallMade] = []
    told = mock.Mock(side_effect=app.tell)
    drawn = mock.Mock(side_effect=app._mark_drawn)
    setattr(app, "tell", told)  # noqa: B010 – mypy knows no other way to replace a method
    setattr(app, "_mark_drawn", drawn)  # noqa: B010

    async def person(pilot: Pilot[Any]) -> None:
        await wait_for_question(app)
        await wait_until(lambda: drawn.call_count == told.call_count)
        now[0] += 0.432
        await pilot.press(app.controller.letters["schnapp"])
        await wait_until(lambda: made)
        await pilot.press("q", "q")

    play_calls = session._play_calls

    def note(calls: Any, called: bool) -> bool:
        made.extend(call for call in calls if call.seat == session.seat)
        return play_calls(calls, called)

    setattr(session, "_play_calls", note)  # noqa: B010 – mypy knows no other way to replace a method
    run(app, person)
    assert made[0].reaction is not None
    assert made[0].reaction.elapsed_ms == 432


def test_a_signal_gives_the_terminal_back() -> None:
    """The app closes, and the signal is what the command hears of, whatever happens to the match meanwhile."""
    app = TableApp(make_session("classic", seats=2), wait=wait_without_clock)

    async def person(pilot: Pilot[Any]) -> None:
        await wait_for_question(app)
        app._end(SignalReceived(15))
        await pilot.press("q", "q")

    run(app, person)
    assert isinstance(app.error, SignalReceived)


def test_a_terminal_that_is_gone_ends_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody can press a key any more: the app ends as after SIGHUP."""
    app = TableApp(make_session("classic", seats=2), wait=wait_without_clock)

    async def person(_: Pilot[Any]) -> None:
        await wait_for_question(app)
        app.check_terminal()
        assert not app.is_over
        monkeypatch.setattr("reihum.cli.fullscreen.driver.is_hung_up", lambda _: True)
        app.check_terminal()

    monkeypatch.setattr("reihum.cli.fullscreen.driver.is_hung_up", lambda _: False)
    run(app, person)
    assert isinstance(app.error, SignalReceived)
    assert app.error.number == signal.SIGHUP


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_a_picture_of_the_screen(size: tuple[int, int]) -> None:
    """The screen can be exported as a drawing; in a window that is too small it says so."""
    app = TableApp(make_session("classic", "de"), wait=wait_without_clock)

    async def person(pilot: Pilot[Any]) -> None:
        await wait_for_question(app)
        await pilot.pause()
        assert "Tempo" in app.export_screenshot()
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        assert "Fenster" in app.export_screenshot()
        await pilot.press("q", "q")

    run(app, person, size)


@pytest.mark.parametrize("variable", ["NO_COLOR", "COLUMNS"])
def test_without_colours(variable: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """``NO_COLOR`` leaves nothing but shades of grey, and cards keep their shapes; another variable changes nothing."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv(variable, "80")
    app = TableApp(make_session("classic"), wait=wait_without_clock)

    async def person(pilot: Pilot[Any]) -> None:
        await wait_for_question(app)
        await pilot.pause()
        svg = app.export_screenshot()
        inks = re.findall(r"-r\d+ {[^}]*fill: #(..)(..)(..)", svg)
        spreads = [max(parts) - min(parts) for ink in inks for parts in [[int(part, 16) for part in ink]]]
        assert inks
        assert (max(spreads) < NEARLY_GREY) == (variable == "NO_COLOR")
        assert all(shape in svg for shape in SHAPES.values())
        await pilot.press("q", "q")

    run(app, person)
