"""Tables that last for days: nobody is hurried, nobody need be connected, and a restart changes nothing."""

from __future__ import annotations

import asyncio
from typing import Any
from unittest.mock import create_autospec

import pytest

from house import Guest, House, awaited, eventually, house, settled
from reihum.errors import BadOption
from reihum.host import Room, lists
from reihum.host.lasting import WAKE_SECONDS, wake_tables
from reihum.host.subscriptions import Subscription
from reihum.tables import commands, entries
from reihum.tables.chain import DamagedLog
from reihum.tables.settings import Settings
from reihum.tables.table import load_table

DAY = 24 * 3600


async def begin(home: House, days: int = 1, **how: Any) -> tuple[Room, list[Guest]]:
    """A table of two people and one bot, dealt, that nobody is connected to."""
    one, other = await home.guest(), await home.guest()
    room = await home.table(one, other, pace="days", turn_seconds=days * DAY, seats=3, **how)
    await one.do(room, commands.SeatBot, seat=2, level="random")
    await one.do(room, commands.Start)
    await home.clock.forward(1)
    return room, [one, other]


async def look(home: House, table: str) -> Room:
    """The table as it is when the host has done what is due; loading it takes a thread."""
    room = await home.host.room(table)
    await home.clock.forward(21)
    return room


async def pass_days(home: House, table: str, seconds: float) -> Room:
    """Let days pass: the clock jumps, then the host looks at its tables."""
    home.clock.jump(seconds)
    await home.clock.forward(61)
    return await look(home, table)


@awaited
async def test_nobody_is_replaced_before_the_time_that_was_chosen() -> None:
    """At a table that lasts for days the seat waits for its person, connected or not; then a bot stands in."""
    home = await house()
    room, _ = await begin(home, days=2)
    state = room.table.state
    assert state is not None
    assert state.to_act[0] in (0, 1)
    waiting = state.to_act[0]
    room = await pass_days(home, room.table.id, 2 * DAY - 300)
    assert room.table.state is not None
    assert room.table.state.to_act == state.to_act
    assert not room.table.seats[waiting].away
    room = await pass_days(home, room.table.id, 300)
    assert room.table.seats[waiting].away


@awaited
async def test_bots_move_at_once_though_nobody_is_connected() -> None:
    """After a person's turn the bot plays without anybody watching, until a person is on turn again."""
    home = await house()
    room, people = await begin(home)
    for _ in range(40):
        state = room.table.state
        if state is None:
            break
        seat = state.to_act[0]
        assert seat != 2, "the bot has moved already"
        await people[seat].move(room, seat, str(state.legal(seat)[0]))
        await home.clock.forward(1)
    moved = {item.entry.seat for item in room.table.history if isinstance(item.entry, entries.PlayedEntry)}
    assert 2 in moved


@awaited
async def test_the_time_for_a_turn_goes_on_while_the_host_is_down() -> None:
    """A new host on the same store finds the table by itself and counts from the times in the log."""
    home = await house()
    room, _ = await begin(home, days=1)
    table, state = room.table.id, room.table.state
    assert state is not None
    await home.host.close()
    home.clock.jump(DAY + 60)
    later = await house(home.log, home.clock)
    assert (await look(later, table)).table.seats[state.to_act[0]].away


@awaited
async def test_every_table_is_found_however_many_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """The host reads the tables in batches and leaves none out, also not the one that has waited longest."""
    monkeypatch.setattr(lists, "BATCH_SIZE", 2)
    home = await house()
    tables = {(await begin(home))[0].table.id for _ in range(5)}
    await home.host.close()
    home.clock.jump(DAY + 60)
    woken: list[str] = []

    async def find_room(table: str) -> Room:
        woken.append(table)
        return create_autospec(Room, instance=True)  # type: ignore[no-any-return]

    looking = asyncio.ensure_future(wake_tables(home.log, home.clock, find_room, {}))
    await eventually(lambda: len(woken) == 5, home.clock)
    looking.cancel()
    assert set(woken) == tables


@awaited
async def test_only_some_tables_go_on_while_nobody_watches() -> None:
    """The one that has waited longest is next; a table where somebody is connected takes no place, and after a while
    all have been woken."""
    home = await house()
    tables = []
    for _ in range(5):
        tables.append((await begin(home))[0].table.id)
        await home.clock.forward(1)
    await home.host.close()
    home.clock.jump(DAY + 60)
    home.host.rooms.clear()
    rooms: dict[str, Room] = {}
    woken: list[str] = []

    async def find_room(table: str) -> Room:
        woken.append(table)
        return rooms.setdefault(table, Room(load_table(table, home.log.rows[table]), home.host.services))

    looking = asyncio.ensure_future(wake_tables(home.log, home.clock, find_room, rooms, max_unwatched=2))
    await settled()
    assert woken == tables[:2]
    rooms.pop(tables[0])  # idle rooms leave memory
    home.log.listings.pop(tables[0])
    rooms[tables[1]].subscriptions.add(create_autospec(Subscription, instance=True, person="", screen=False))
    woken.clear()
    await home.clock.forward(WAKE_SECONDS)
    looking.cancel()
    assert woken == tables[1:4]


@awaited
async def test_a_table_that_cannot_be_read_takes_no_place() -> None:
    """However long it has waited, the tables after it go on."""
    home = await house()
    tables = []
    for _ in range(3):
        tables.append((await begin(home))[0].table.id)
        await home.clock.forward(1)
    await home.host.close()
    home.clock.jump(DAY + 60)
    rooms: dict[str, Room] = {}

    async def find_room(table: str) -> Room:
        if table == tables[0]:
            raise DamagedLog("log-damaged", table=table)
        return rooms.setdefault(table, Room(load_table(table, home.log.rows[table]), home.host.services))

    looking = asyncio.ensure_future(wake_tables(home.log, home.clock, find_room, rooms, max_unwatched=1))
    await settled()
    looking.cancel()
    assert [*rooms] == [tables[1]]


@awaited
async def test_a_restart_gives_nobody_less_time() -> None:
    """A restart in the middle of a turn neither ends the turn nor starts its time again."""
    home = await house()
    room, _ = await begin(home, days=1)
    table, state = room.table.id, room.table.state
    assert state is not None
    await home.host.close()
    home.clock.jump(DAY / 2)
    later = await house(home.log, home.clock)
    assert not (await look(later, table)).table.seats[state.to_act[0]].away
    assert (await pass_days(later, table, DAY / 2)).table.seats[state.to_act[0]].away


@awaited
async def test_a_person_who_comes_back_has_the_whole_time_again() -> None:
    """Opening the table ends the stand-in, and the next turn waits as long as the first one did."""
    home = await house()
    room, people = await begin(home, days=1)
    room = await pass_days(home, room.table.id, DAY)
    away = next(number for number, seat in enumerate(room.table.seats) if seat.away)
    link = await people[away].connect(room, away)
    await settled()
    assert not room.table.seats[away].away
    link.detach()
    assert not (await pass_days(home, room.table.id, 300)).table.seats[away].away


@awaited
async def test_a_person_who_is_connected_can_say_that_they_are_back() -> None:
    """Somebody who let the time pass with the page open takes the seat back by sitting down again."""
    home = await house()
    room, people = await begin(home, days=1)
    state = room.table.state
    assert state is not None
    seat = state.to_act[0]
    await people[seat].connect(room, seat)
    room = await pass_days(home, room.table.id, DAY)
    assert room.table.seats[seat].away
    await people[seat].do(room, commands.Sit, seat=seat)
    assert not room.table.seats[seat].away


@awaited
async def test_a_table_without_a_limit_waits_for_ever() -> None:
    """Without a time for a turn nobody is ever replaced."""
    home = await house()
    room, _ = await begin(home, days=0)
    room = await pass_days(home, room.table.id, 300 * DAY)
    assert not any(seat.away for seat in room.table.seats)


@awaited
async def test_other_tables_still_stop_while_nobody_is_connected() -> None:
    """A usual table does not go on by itself, nor is it looked for in the store."""
    home = await house()
    one = await home.guest()
    room = await home.table(one, fill="random", seats=3)
    await one.do(room, commands.Start)
    before = room.table.number
    assert (await pass_days(home, room.table.id, DAY)).table.number == before


@awaited
async def test_a_table_of_bots_that_stand_in_ends() -> None:
    """If nobody comes back, the bots finish the round, and nothing is due any more."""
    home = await house()
    room, _ = await begin(home, days=1)
    for _ in range(3):
        room = await pass_days(home, room.table.id, DAY)
    await eventually(lambda: room.table.state is None, home.clock)
    assert room.table.due_ms == 0


def test_games_where_speed_decides_cannot_last_for_days() -> None:
    """A game with calls needs everybody at the same moment."""
    with pytest.raises(BadOption) as refused:
        Settings(game="schnipp-schnapp", seats=3, pace="days").check()
    assert refused.value.code == "calls-days"
