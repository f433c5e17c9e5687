"""A table on a server on the full screen: from the seats to another match, and what breaks on the way."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

import pytest
from textual.pilot import Pilot

from elsewhere import elsewhere
from fullscreen_player import SIZE
from network import protocol_of
from reihum.cli import cookies
from reihum.cli import join as join_command
from reihum.cli.fullscreen.app import TableApp
from reihum.cli.fullscreen.remote_fullscreen_session import RemoteFullScreenSession
from reihum.cli.live_screen import LiveScreen
from reihum.cli.prompts import Quit
from reihum.cli.remote_session import RemoteSession
from reihum.cli.screen import Screen
from reihum.client import BlockingClient, Client, Visitor
from reihum.tables.settings import Settings
from terminal import reihum
from waiting import END_SECONDS, wait_until


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use a folder of the test for cookies."""
    monkeypatch.setattr(cookies, "folder", lambda: tmp_path)


def wait_without_pauses(queue: SimpleQueue[Any], seconds: float | None) -> object:
    """Pauses are over at once; the table is waited for."""
    if seconds is not None and queue.empty():
        raise Empty
    return queue.get(timeout=END_SECONDS)


class Seat:
    """A person at the full screen of a table."""

    def __init__(self, app: TableApp, pilot: Pilot[Any]) -> None:
        self.app = app
        self.controller = app.controller
        self._pilot = pilot

    @property
    def text(self) -> str:
        """The screen."""
        return "\n".join(line.plain for line in self.controller.compose(*SIZE).lines)

    async def see(self, text: str) -> None:
        """Wait until a text is on the screen."""
        await wait_until(lambda: text in self.text)

    async def press(self, *keys: str) -> None:
        """Press keys."""
        await self._pilot.press(*keys)

    async def start(self) -> None:
        """Begin the match."""
        while self.controller.seen is None:
            await wait_until(lambda: self.controller.question is not None or self.controller.seen is not None)
            await self.press("enter")


def sit_down(link: str, cookie: str, person: Callable[[Seat], Awaitable[None]]) -> TableApp:
    """Sit down at a table with the full screen until the app is over."""
    live = LiveScreen(Screen("en"))
    with BlockingClient(Client(link, "Lisa", cookie=cookie), live.queue) as table:
        app = TableApp(RemoteFullScreenSession(live, table), count().__next__, wait_without_pauses)

        async def sit() -> None:
            async with app.run_test(size=SIZE) as pilot:
                await person(Seat(app, pilot))
                await wait_until(lambda: app.is_over)

        asyncio.run(sit())
    return app


async def make_table(base: str, **settings: Any) -> tuple[str, str]:
    """Make a table with an instant pace; its link, and the maker's cookie."""
    visitor = Visitor(base)
    made = await visitor.create("Lisa", Settings(pace="instant", **settings))
    return made.link, visitor.cookie


def test_from_the_seats_to_another_match() -> None:
    """The seats and the link come first; keys play a whole match; after the result, Enter leads to the next table."""

    async def person(seat: Seat) -> None:
        await seat.see("Seat 1: Lisa (you)")
        assert link in seat.text
        await seat.press("x")
        await seat.start()
        while seat.controller.sheet is None:
            await wait_until(lambda: seat.controller.builder.is_live or seat.controller.sheet is not None)
            if seat.controller.sheet is None:
                await seat.press("enter")
        await seat.see("Enter: another match")
        await seat.press("enter")

    with elsewhere() as (up, _):
        link, cookie = asyncio.run(make_table(up.base, game="hoechste-karte", seats=2))
        app = sit_down(link, cookie, person)
        assert app.error is None
        assert isinstance(app.session, RemoteFullScreenSession)
        assert app.session.lobby.next


def test_what_breaks_at_a_table_with_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """The person sees who sits there, why a card does not fit, and that the connection is lost and back; quitting works
    even while a move cannot be sent."""
    with elsewhere() as (up, loop):
        link, cookie = asyncio.run(make_table(up.base, game="hoechste-karte", seats=2))
        friend = asyncio.run_coroutine_threadsafe(sit_beside(link), loop)

        async def person(seat: Seat) -> None:
            await seat.see("Seat 2: Tessa")
            await seat.start()
            await wait_until(lambda: seat.controller.builder.is_live)
            seat.controller.builder._explain("B20")
            await wait_until(lambda: seat.controller.notice)
            for connection in list(up.up.service.connections):
                loop.call_soon_threadsafe(protocol_of(connection).transport.abort)
            await seat.see("The connection is back")
            assert "The connection was lost" in seat.text
            await wait_until(lambda: seat.controller.builder.is_live)
            monkeypatch.setattr(Client, "_send", send_nothing)
            await seat.press("enter")
            assert not seat.controller.builder.is_live
            await seat.press("q", "q")

        assert isinstance(sit_down(link, cookie, person).error, Quit)
        friend.cancel()


async def send_nothing(*_: object) -> None:
    """The connection stands still."""


async def sit_beside(link: str) -> None:
    """Sit at a table and only look."""
    async with Client(link, "Tessa") as client:
        async for _ in client:
            pass


def test_a_call_is_sent_by_one_key() -> None:
    """The server judges the call, and the person reads what came of it."""

    async def person(seat: Seat) -> None:
        await seat.start()
        await wait_until(lambda: seat.controller.question is not None and seat.controller.question.calls)
        await seat.press(seat.controller.letters["stop"])
        await seat.see("“Stop!” has no effect")
        await seat.press("q", "q")

    with elsewhere() as (up, _):
        link, cookie = asyncio.run(make_table(up.base, game="anywhere", seats=2))
        assert isinstance(sit_down(link, cookie, person).error, Quit)


@pytest.mark.parametrize("plain", [True, False])
def test_the_full_screen_is_chosen_as_for_play(plain: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a capable terminal the match fills it, and no thread reads lines from the keyboard; ``--plain`` is plain."""
    asked: list[bool] = []
    monkeypatch.setattr(join_command, "fills_terminal", lambda _, *, plain: not plain)
    monkeypatch.setattr(RemoteFullScreenSession, "_play_table", lambda _: asked.append(True))
    monkeypatch.setattr(RemoteSession, "_play_table", lambda _: asked.append(False))
    monkeypatch.setattr(LiveScreen, "start", lambda _: asked.append(False))
    with elsewhere() as (up, _):
        run = reihum("join", up.base, "junior", "--seats", "2", *(["--plain"] if plain else []))
        assert (run.status, run.errors) == (0, "")
    assert asked == ([False, False] if plain else [True])
