"""When the time for a call runs: from the first moment a player could see the card, and for calls alone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from house import StillClock, awaited
from network import Net, Talk, net
from reihum.api.connection import SPECTATOR_SECONDS
from reihum.host.timing.stopwatch import Line, Stopwatch
from reihum.tables import entries
from reihum.tables.arbiter import Reaction
from reihum.tables.table import VisibleEntry
from waiting import wait_until


class Round(Talk):
    """A connection to a round of Schlafmütze for one person and two bots. Nothing new appears before the person
    passes a card on. ``reactions`` are those that reach the table."""

    up: Net
    table: str
    cookie: str
    number: int
    reactions: list[Reaction | None]
    clock: StillClock


@asynccontextmanager
async def deal_round(monkeypatch: pytest.MonkeyPatch, **settings: Any) -> AsyncIterator[Round]:
    """Deal such a round."""
    clock = StillClock()
    async with net(clock=clock) as up:
        made, cookie = await up.table(game="schlafmuetze", seats=3, fill="sensible", pace="relaxed", **settings)
        room = await up.host.room(made["table"])
        handle, reactions = room.handle, []

        async def spy(person: str, seat: int | None, command: Any, reaction: Reaction | None = None) -> Any:
            reactions.append(reaction)
            return await handle(person, seat, command, reaction)

        async with up.socket(made["table"], cookie) as plain:
            talk = Round(plain.socket)
            talk.number = await talk.do("start", "1")
            monkeypatch.setattr(room, "handle", spy)
            talk.up, talk.table, talk.cookie, talk.reactions, talk.clock = up, made["table"], cookie, reactions, clock
            yield talk


@pytest.mark.parametrize("resumed", [True, False])
@awaited
async def test_coming_back_makes_no_card_new(resumed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player who has seen a card, reconnects and is sent it again has had the time in between."""
    async with deal_round(monkeypatch) as talk:
        await talk.clock.forward(0.5)
        query = f"?after={talk.number - 1}" if resumed else ""
        async with talk.up.socket(talk.table, talk.cookie, query) as again:
            await again.do("move", "2", move="down")
        assert talk.reactions == [Reaction(500)]


@awaited
async def test_looking_again_makes_no_card_new(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does asking for the table, or looking from the same seat again."""
    async with deal_round(monkeypatch) as talk:
        await talk.clock.forward(0.5)
        await talk.now()
        await talk.do("look", "2", seat=0)
        await talk.do("move", "3", move="down")
        assert talk.reactions == [Reaction(500)]


@awaited
async def test_only_calls_are_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A move that was ready before the card came says nothing about a player's speed."""
    async with deal_round(monkeypatch) as talk:
        await talk.say("move", "2", move="pass R1")
        await talk.do("move", "3", move=" DOWN ")
        assert [reaction is None for reaction in talk.reactions] == [True, False]


@awaited
async def test_a_call_ahead_of_its_card_is_too_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was sent before the card was there, so it is about something else, and does not reach the table."""
    monkeypatch.setattr(Line, "receive_pong", lambda *_: None)  # as if no answer to a ping had come yet
    async with deal_round(monkeypatch) as talk:
        refused = await talk.say("move", "2", move="down")
        assert (refused["type"], refused["code"]) == ("refused", "too-late")
        assert talk.reactions == []


@awaited
async def test_at_a_calm_table_nothing_is_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has to hurry there, and nobody is too late."""
    monkeypatch.setattr(Line, "receive_pong", lambda *_: None)
    async with deal_round(monkeypatch, calm=True) as talk:
        await talk.do("move", "2", move="down")
        assert talk.reactions == [None]


@awaited
async def test_two_connections_share_a_stopwatch(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who sees the card on one line and calls on another is timed by what is known of both."""
    async with deal_round(monkeypatch) as talk:
        room = await talk.up.host.room(talk.table)
        async with talk.up.socket(talk.table, talk.cookie) as other:
            await other.now()
            watches = {id(connection._line._stopwatch) for connection in talk.up.up.service.connections}
            assert len(watches) == 1
        (person,) = room.table.people
        assert id(room.stopwatches.find(person)) in watches


@awaited
async def test_spectators_see_a_little_later_where_speed_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    """Watching on a short line and calling on a long one gains nothing."""
    async with deal_round(monkeypatch) as talk:
        room = await talk.up.host.room(talk.table)
        async with talk.up.socket(talk.table, query=f"?key={room.table.key}") as watcher:
            await wait_until(lambda: len(talk.up.up.service.connections) == 2)
            (connection,) = [found for found in talk.up.up.service.connections if not found.person]
            await wait_until(lambda: len(connection._delayed) >= 2)  # the welcome and the table
            assert watcher.raw == []
            await talk.clock.forward(SPECTATOR_SECONDS)
            assert (await watcher.heard("table"))["number"] == room.table.number
            await watcher.send({"type": "view", "id": "now"})
            await wait_until(lambda: len(connection._delayed) == 2)


@pytest.mark.parametrize("pause", [0, 3_000])
@awaited
async def test_a_wrong_stop_costs_a_pause(pause: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """„Stopp!“ cannot be called again and again; the table says for how long, and a new connection does not help."""
    clock = StillClock()
    async with net(clock=clock) as up:
        made, cookie = await up.table(game="anywhere", seats=2, fill="sensible", pace="relaxed", wrong_pause=pause)
        async with up.socket(made["table"], cookie) as talk:
            await talk.do("start", "1")
            monkeypatch.setattr(Stopwatch, "measure", lambda *_: Reaction(400))
            assert (await talk.say("move", "2", move="stop"))["code"] == "anywhere.no-mistake"
        async with up.socket(made["table"], cookie) as talk:
            again = (await talk.say("move", "3", move="stop"))["code"]
            assert again == ("call-pause" if pause else "anywhere.no-mistake")
            clock.jump(3)
            assert (await talk.say("move", "4", move="stop"))["code"] == "anywhere.no-mistake"


@awaited
async def test_who_is_only_too_late_does_not_pay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else has stopped the mistake: a second „Stopp!“ costs nothing."""
    async with net(clock=StillClock()) as up:
        made, cookie = await up.table(game="anywhere", seats=2, fill="sensible", pace="relaxed")
        async with up.socket(made["table"], cookie) as talk:
            await talk.do("start", "1")
            room = await up.host.room(made["table"])
            stopped = entries.PlayedEntry(at_ms=0, seat=1, move="stop")
            room.table.history.append(VisibleEntry(room.table.number, stopped))
            monkeypatch.setattr(Stopwatch, "measure", lambda *_: Reaction(400))
            for number in ("2", "3"):
                assert (await talk.say("move", number, move="stop"))["code"] == "anywhere.no-mistake"


@pytest.mark.parametrize("pause", [0, 3_000])
@awaited
async def test_a_wrong_stop_costs_a_pause_at_a_calm_table(pause: int) -> None:
    """Time does not count there: the pause lasts until the caller is on turn again. Nobody can try a call in every
    position."""
    clock = StillClock()
    async with net(clock=clock) as up:
        made, cookie = await up.table(game="anywhere", seats=2, calm=True, wrong_pause=pause)
        other = await up.guest(made)
        async with up.socket(made["table"], cookie) as paul, up.socket(made["table"], other) as tessa:
            await tessa.do("sit", "0", seat=1)
            await paul.do("start", "1")
            room = await up.host.room(made["table"])
            assert room.table.state is not None
            (on_turn,) = room.table.state.to_act
            caller, mover = (tessa, paul) if on_turn == 0 else (paul, tessa)

            async def stop(number: str) -> str:
                return str((await caller.say("move", number, move="stop"))["code"])

            assert await stop("2") == "anywhere.no-mistake"
            clock.jump(3_600)
            assert await stop("3") == ("calm-pause" if pause else "anywhere.no-mistake")
            await mover.do("move", "4", move="turn")
            assert room.table.state.to_act == (1 - on_turn,)
            assert await stop("5") == "anywhere.no-mistake"
