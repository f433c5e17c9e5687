"""The time for a call on a connection (RULEBOOK §4) runs from the card, not from another player's call."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

import msgspec
import pytest

from fillings import filled
from house import Guest, House, StillClock, awaited, house, settled
from reihum.api.connection import TableConnection
from reihum.api.wire import Wire
from reihum.host import Room
from reihum.server.config import Config
from reihum.server.service import NetworkService
from reihum.tables import commands
from reihum.tables.arbiter import Reaction

HANDS = "R2 Y2 G3 B3 R1 Y1 G1 B1 R4 Y4 G4 B2 R3 Y3 G2 B4"
PILES = ("R17 R19 R18 Y18", "Y17 Y20 G17 B19", "G20 G19 R20 G18", "B17 B18 Y19 B20")


class Line:
    """A WebSocket without a network, on the test's clock. ``slow``: pings are not answered."""

    def __init__(self, clock: StillClock, lag_seconds: float = 0) -> None:
        self._clock = clock
        self._lag_seconds = lag_seconds
        self.slow = False
        self.told_round_trip: int | None = None
        self.drop_reason = ""
        self.pings: list[int] = []
        self.answers: list[Any] = []
        self.on_pong: Callable[[int, float], None] = lambda *_: None
        self.on_message: Callable[[bytes], None] | None = None
        self.said: asyncio.Queue[bytes | None] = asyncio.Queue()

    @property
    def arrived_at(self) -> float:
        return self._clock.monotonic()

    async def receive_text(self) -> bytes | None:
        return await self.said.get()

    def read_round_trip(self) -> int | None:
        return self.told_round_trip

    def send_ping(self, number: int) -> None:
        self.pings.append(number)
        if self._lag_seconds:
            self._clock.call_later(self._lag_seconds, lambda: self.on_pong(number, self.arrived_at))
        elif not self.slow:
            asyncio.get_running_loop().call_soon(lambda: self.on_pong(number, self.arrived_at))

    def send_text(self, text: bytes) -> bool:
        self.answers.append(msgspec.json.decode(text))
        return True

    def drop(self, code: int, reason: str) -> None:
        self.drop_reason = reason


class Caller:
    """A player over such a WebSocket."""

    def __init__(
        self, home: House, room: Room, guest: Guest, seat: int, told: int | None = None, lag_seconds: float = 0
    ) -> None:
        self.line = Line(home.clock, lag_seconds)
        self.line.told_round_trip = told
        service = NetworkService(home.host, Config())
        connection = TableConnection(service, room, guest.id, seat, cast(Wire, self.line), "somewhere")
        self._life = asyncio.create_task(connection.run(None))

    async def say(self, move: str) -> str:
        """Make a move; gives the type of the answer, or why it was refused."""
        own = f"said-{move}-{len(self.line.answers)}"
        self.line.said.put_nowait(msgspec.json.encode({"type": "move", "id": own, "move": move}))
        await settled()
        (answer,) = [answer for answer in self.line.answers if answer.get("id") == own]
        return str(answer.get("code", answer["type"]))

    async def leave(self) -> None:
        """Close the connection."""
        self.line.said.put_nowait(None)
        await self._life


async def seat_four(home: House, game: str, deck: str, **options: Any) -> tuple[Room, list[Guest], Caller]:
    """Four people at a table; seat 0 comes over a connection."""
    guests = [await home.guest() for _ in range(4)]
    room = await home.table(*guests, game=game, options=options)
    caller = Caller(home, room, guests[0], 0)
    for seat, guest in enumerate(guests[1:], 1):
        await guest.connect(room, seat)
    room.stacked = [deck]
    await guests[0].do(room, commands.Start)
    await home.clock.forward(2)
    return room, guests, caller


async def lay_down_one_after_another(home: House) -> tuple[Room, Caller]:
    """At Schlafmütze seat 1 has laid down four equal numbers. Half a second later seat 2 has followed; 300 ms after
    that, with the verdict, this is shown."""
    room, guests, caller = await seat_four(home, "schlafmuetze", HANDS)
    await guests[1].move(room, 1, "down", reaction=Reaction(900))
    await home.clock.forward(0.8)
    await guests[2].move(room, 2, "down", reaction=Reaction(500))
    return room, caller


async def call_a_wrong_word(home: House) -> tuple[Room, Caller]:
    """At Schnipp Schnapp seats 3 and 0 show the same number; seat 2 has called the wrong word."""
    room, guests, caller = await seat_four(home, "schnipp-schnapp", filled((20,) * 4, PILES), first=2)
    for seat in (2, 3, 0):
        await guests[seat].move(room, seat, "turn")
        await home.clock.forward(2)
    await guests[2].move(room, 2, "schnipp", reaction=Reaction(500))
    return room, caller


def get_last_move(room: Room) -> tuple[int | None, str]:
    """Who made the last move, and which."""
    assert room.table.match is not None
    event = room.table.match.state.last[0]
    return event.seat, event.kind


@pytest.mark.parametrize(("told", "credited"), [(None, 0), (20, 20), (900, 200)])
@awaited
async def test_a_proxy_can_tell_the_round_trip(told: int | None, credited: int) -> None:
    """A player behind a proxy who answers every ping 200 ms late, also over a new connection, gets the credit of the
    line that the proxy has measured, and none if it tells nothing. A figure above the pings is worth nothing."""
    home = await house()
    room, guests, caller = await seat_four(home, "schlafmuetze", HANDS)
    await caller.leave()
    caller = Caller(home, room, guests[0], 0, told, lag_seconds=0.2)
    await home.clock.forward(5)
    await guests[1].move(room, 1, "down", reaction=Reaction(900))
    await home.clock.forward(0.85)
    assert await caller.say("down") == "done"
    (call,) = [call for call in room.table.calls if call.seat == 0]
    assert call.reaction is not None
    assert call.reaction.round_trip_ms == credited
    await caller.leave()


@awaited
async def test_laying_down_just_after_another_player_is_not_a_guess() -> None:
    """§3.4: 850 ms after the quartet was shown, and 50 ms after another player, it is safe and brings no mark."""
    home = await house()
    room, caller = await lay_down_one_after_another(home)
    await home.clock.forward(0.35)
    assert await caller.say("down") == "done"
    assert [call.reaction for call in room.table.calls] == [Reaction(850)]
    await home.clock.forward(0.3)
    assert room.table.match is not None
    assert room.table.match.state.outcome is not None
    assert room.table.match.state.outcome.points == (0, 0, 0, 1)
    await caller.leave()


@awaited
async def test_laying_down_during_the_news_of_another_player_is_in_time() -> None:
    """§4: a slow connection has not answered the ping after that update; the call is about the quartet."""
    home = await house()
    room, caller = await lay_down_one_after_another(home)
    caller.line.slow = True
    await home.clock.forward(0.31)
    assert await caller.say("down") == "done"
    assert [call.reaction for call in room.table.calls] == [Reaction(810)]
    await caller.leave()


@awaited
async def test_the_right_word_just_after_a_wrong_one_is_not_a_guess() -> None:
    """§3.7: the card was there long before the wrong call was judged."""
    home = await house()
    room, caller = await call_a_wrong_word(home)
    await home.clock.forward(0.35)
    assert get_last_move(room) == (2, "wrong")
    assert await caller.say("schnapp") == "done"
    await home.clock.forward(0.3)
    assert get_last_move(room) == (0, "schnapp")
    await caller.leave()


@awaited
async def test_a_new_card_makes_a_call_too_late() -> None:
    """§4: a call about the card before does not count for the new one, and a guess is a guess."""
    home = await house()
    room, guests, caller = await seat_four(home, "schnipp-schnapp", filled((20,) * 4, PILES), first=2)
    for seat in (2, 3, 0):
        await guests[seat].move(room, seat, "turn")
        await home.clock.forward(2)
    caller.line.slow = True
    await guests[1].move(room, 1, "turn")
    assert await caller.say("schnapp") == "too-late"
    caller.line.on_pong(caller.line.pings[-1], caller.line.arrived_at)
    assert await caller.say("schnapp") == "done"
    await home.clock.forward(0.3)
    assert get_last_move(room) == (0, "early")
    await caller.leave()


@awaited
async def test_pings_do_not_tell_what_would_be_right() -> None:
    """§0: a ping goes with every change on the table, whether or not the time starts again."""
    home = await house()
    _, caller = await lay_down_one_after_another(home)
    before = len(caller.line.pings)
    await home.clock.forward(0.35)
    assert len(caller.line.pings) == before + 1
    await caller.leave()
