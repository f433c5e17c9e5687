"""Bots that call, at a table with people: their time is the one that has passed, like everybody's (RULEBOOK §4)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from house import Guest, House, awaited, house
from reihum.bots import Call
from reihum.host import InlineBotRunner, Room
from reihum.host.bot_runner import BotQuestion
from reihum.tables import commands, entries
from reihum.tables.arbiter import Reaction

QUARTET = "R1 Y1 G1 B1 R2 Y2 G2 B3 R3 Y3 G3 B2"


class Sleepy(InlineBotRunner):
    """Bots that lay down after a delay in milliseconds; None: they never call."""

    def __init__(self, delay: int | None) -> None:
        self.delay = delay

    async def call(self, question: BotQuestion) -> Call | None:
        return None if self.delay is None else Call("down", self.delay)


async def quartet(
    home: House, delay: int | None = 600, fill: str = "sensible", **how: Any
) -> tuple[Room, Guest, Guest]:
    """Two people and a bot at Schlafmütze; seat 0 has just been seen to lay down four equal numbers."""
    home.host.services = replace(home.host.services, bots=Sleepy(delay))
    one, other = await home.guest(), await home.guest()
    room = await home.table(one, other, game="schlafmuetze", seats=3, **how)
    await one.connect(room, 0)
    await other.connect(room, 1)
    room.stacked = [QUARTET]
    await one.do(room, commands.Start, fill=fill)
    await one.move(room, 0, "down", reaction=Reaction(50_000))
    await home.clock.forward(0.3)
    assert room.table.state is not None
    assert room.table.state.to_act == (1, 2)
    return room, one, other


def marks(room: Room) -> tuple[int, ...]:
    """Everybody's marks after the round."""
    assert room.table.match is not None
    assert room.table.match.state.outcome is not None
    return room.table.match.state.outcome.points


def heard(home: House, room: Room) -> list[tuple[int, Reaction | None]]:
    """The calls that the log holds, but for the first."""
    found = [entries.decode(row.data) for row in home.log.rows[room.table.id]]
    return [(entry.seat, entry.reaction) for entry in found if isinstance(entry, entries.CalledEntry)][1:]


@pytest.mark.parametrize("pace", ["instant", "quick", "normal"])
@awaited
async def test_a_bot_that_is_awaited_lays_down_once_and_in_its_own_time(pace: str) -> None:
    """Its reaction time decides, not how long bots seem to think about a move."""
    home = await house()
    room, _, other = await quartet(home, pace=pace)
    await home.clock.forward(0.55)
    await other.move(room, 1, "down", reaction=Reaction(550))
    await home.clock.forward(1)
    assert heard(home, room) == [(1, Reaction(550)), (2, Reaction(600))]
    assert marks(room) == (0, 0, 1)


@awaited
async def test_a_bot_that_never_calls_lays_down_when_it_must() -> None:
    """Else the round would not go on; no earlier than people can, and later if bots take their time."""
    home = await house()
    room, _, other = await quartet(home, None)
    await home.clock.forward(0.25)
    await other.move(room, 1, "down", reaction=Reaction(250))
    await home.clock.forward(1)
    assert heard(home, room) == [(1, Reaction(250)), (2, Reaction(300))]
    assert marks(room) == (0, 0, 1)


@awaited
async def test_a_bot_that_never_calls_speaks_at_a_calm_table() -> None:
    """There, too, the round goes on."""
    home = await house()
    one, other = await home.guest(), await home.guest()
    room = await home.table(one, other, game="schlafmuetze", seats=3, calm=True)
    await one.connect(room, 0)
    room.stacked = [QUARTET]
    await one.do(room, commands.Start, fill="random")
    await one.move(room, 0, "down")
    await other.do(room, commands.Quiet, at=1)
    await home.clock.forward(5)
    assert room.table.state is not None
    assert room.table.state.to_act == (1, 2)
    await other.move(room, 1, "down")
    await home.clock.forward(5)
    assert room.table.state is None


@awaited
async def test_a_turn_clock_lays_down_after_the_time_that_has_passed() -> None:
    """A call that was faster than the clock is not punished."""
    home = await house()
    room, _, _ = await quartet(home, 7_000, turn_seconds=5)
    await home.clock.forward(5.1)
    assert heard(home, room) == [(1, Reaction(5_000))]


@awaited
async def test_somebody_else_who_is_down_makes_no_bot_begin_anew() -> None:
    """Its time runs on like everybody's, from the four equal numbers."""
    home = await house()
    home.host.services = replace(home.host.services, bots=Sleepy(900))
    guests = [await home.guest() for _ in range(3)]
    room = await home.table(*guests, game="schlafmuetze", seats=4)
    for seat, guest in enumerate(guests):
        await guest.connect(room, seat)
    room.stacked = ["R1 Y1 G1 B1 R2 Y2 G3 B3 R4 Y4 G4 B2 R3 Y3 G2 B4"]
    await guests[0].do(room, commands.Start, fill="sensible")
    await guests[0].move(room, 0, "down", reaction=Reaction(50_000))
    await home.clock.forward(0.5)
    await guests[1].move(room, 1, "down", reaction=Reaction(200))
    await home.clock.forward(0.65)
    await guests[2].move(room, 2, "down", reaction=Reaction(850))
    await home.clock.forward(1)
    assert heard(home, room)[1:] == [(2, Reaction(850)), (3, Reaction(900))]
    assert marks(room) == (0, 0, 0, 1)
